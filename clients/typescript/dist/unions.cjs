"use strict";
/** Schemas of which one member decides the others. Made of the contract by `python -m tools.client_types`. */
Object.defineProperty(exports, "__esModule", { value: true });
