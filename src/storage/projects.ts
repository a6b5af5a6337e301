import type { ProjectRecord } from '../core/records.ts';
import type { Database } from './schema.ts';
import { isProject } from './shapes.ts';
import { tableOf, type Table } from './table.ts';

/**
 * Projects (row P1). A granted folder's handle is stored as it is; what comes back is a handle again, and the browser
 * may want a click before it can be used.
 */
export const projectsIn = (db: Database): Table<ProjectRecord> => tableOf(db, 'projects', 'the project', isProject);
