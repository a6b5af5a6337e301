import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../lazyPart.tsx';

const Registry = lazyPart('Registry', async () => (await import('../registry/RegistryDialog.tsx')).RegistryDialog);
const Import = lazyPart('Import', async () => (await import('../exchange/ImportDialog.tsx')).ImportDialog);
const Export = lazyPart('Export', async () => (await import('../exchange/ExportDialog.tsx')).ExportDialog);

/** Servers from elsewhere and to elsewhere: the registry, import and export (rows M2, M8); each is loaded when it is opened. */
export function MoreWays({ exports }: { /** There is something to export. */ readonly exports: boolean }): JSX.Element {
  const [open, setOpen] = useState<'registry' | 'import' | 'export' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('registry')}>Browse registry</Button>
      <Button kind="quiet" onClick={() => setOpen('import')}>
        Import…
      </Button>
      {exports ? (
        <Button kind="quiet" onClick={() => setOpen('export')}>
          Export…
        </Button>
      ) : null}
      {open === 'registry' ? <Registry onClose={close} /> : null}
      {open === 'import' ? <Import onClose={close} /> : null}
      {open === 'export' ? <Export onClose={close} /> : null}
    </>
  );
}
