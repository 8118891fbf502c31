"""The desk: any situation filled in field by field, adjudicated and weighed."""
