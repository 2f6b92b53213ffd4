"""How well the right passages are found: public question sets through the product's own paths, beside plain ones."""
