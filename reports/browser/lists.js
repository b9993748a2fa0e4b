/** reports/browser/lists: brings a page of tables alone to life. */
import { makeTablesSortable } from './tables.js';

makeTablesSortable();
