"""What is known of the table: who commands, who knows what overseas. It asks and rolls nothing."""
