/** reports/browser/lists: the script of a page that has only tables. */
import { makeTablesSortable } from './tables.js';

makeTablesSortable();
