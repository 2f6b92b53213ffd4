"""The sole home of the driver: everything that talks to Neo4j."""
