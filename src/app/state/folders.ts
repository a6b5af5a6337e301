import type { Rulebook } from '../runs/rulebook.ts';
import type { AppState } from './contract.ts';
import type { Intake } from './intake.ts';
import type { Projects } from './projects.ts';

/** What of the app is about projects. */
export type Folders = Pick<
  AppState,
  | 'projects'
  | 'canPickFolder'
  | 'grantFolder'
  | 'dropFolder'
  | 'newBrowserProject'
  | 'downloadProject'
  | 'reconnect'
  | 'removeProject'
>;

interface Ground {
  readonly projects: Projects;
  readonly intake: Intake;
  readonly rulebook: Rulebook;
  /** Opens a project that just came in. */
  use(project: string): void;
}

/** The projects' part of the app's state (rows P1–P3). */
export function makeFolders({ projects, intake, rulebook, use }: Ground): Folders {
  const used = (id: string | null): void => {
    if (id !== null) use(id);
  };
  return {
    projects: projects.list,
    canPickFolder: 'showDirectoryPicker' in globalThis,
    grantFolder: async () => used(await intake.pick()),
    dropFolder: async (items) => used(await intake.drop(items)),
    newBrowserProject: async (name, files) => used(await intake.browser(name, files)),
    downloadProject: intake.download,
    reconnect: projects.reconnect,
    async removeProject(id) {
      await projects.remove(id);
      rulebook.change({
        grants: rulebook.now().grants.filter((grant) => !('project' in grant.scope && grant.scope.project === id)),
      });
    },
  };
}
