import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';

interface Chosen {
  readonly path: string;
  readonly file: File;
}

/** A chosen folder's own name is the project's; paths inside begin below it. */
function chosenFrom(files: FileList): { readonly folder: string; readonly files: readonly Chosen[] } {
  const all = [...files];
  const folder = all[0]?.webkitRelativePath.split('/')[0] ?? '';
  return {
    folder,
    files: all.map((file) => ({ path: file.webkitRelativePath.split('/').slice(1).join('/') || file.name, file })),
  };
}

/** A project kept inside the browser, empty or filled from files of the person's choice (row P2). */
export function NewProject({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const app = useApp();
  const [name, setName] = useState('');
  const [files, setFiles] = useState<readonly Chosen[]>([]);
  const [wrong, setWrong] = useState<string | null>(null);
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const choose = (list: FileList | null): void => {
    if (list === null || list.length === 0) return;
    const chosen = chosenFrom(list);
    setFiles(chosen.files);
    if (name === '') setName(chosen.folder);
  };
  const make = (): void => {
    const title = name.trim();
    if (title === '') {
      setWrong('Give the project a name.');
      return;
    }
    onClose();
    void app.newBrowserProject(title, files);
  };
  return (
    <Dialog
      title="New project in the browser"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={make}>
            Create
          </Button>
        </>
      }
    >
      <p class="soft">
        Its files are kept in this browser’s private storage: nothing on your disk is touched. You can download all of
        it as a zip at any time.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <TextField label="Name" value={name} onText={(text) => (setName(text), setWrong(null))} error={wrong} />
      </form>
      <div class="choose">
        <Button icon="copy" onClick={() => filesInput.current?.click()}>
          Choose files…
        </Button>
        <Button icon="folder" onClick={() => folderInput.current?.click()}>
          Copy a folder…
        </Button>
        <span class="faint" aria-live="polite">
          {files.length === 0
            ? 'Empty, unless you choose files'
            : `${files.length} ${files.length === 1 ? 'file' : 'files'} chosen`}
        </span>
      </div>
      <input
        ref={filesInput}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={(event) => choose(event.currentTarget.files)}
      />
      <input
        ref={folderInput}
        type="file"
        {...{ webkitdirectory: true }}
        hidden
        aria-label="Folder"
        onChange={(event) => choose(event.currentTarget.files)}
      />
    </Dialog>
  );
}
