import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { TextArea } from '../../ui/Field.tsx';

/** Text that every model is given after the program's own prompt (rows V6, V7). Saved while it is typed. */
export function Instructions(): JSX.Element {
  const app = useApp();
  // The text in the field is the newest; a saved one that comes back later must not move the caret.
  const [text, setText] = useState(app.settings.value.instructions);
  return (
    <section>
      <h3>Instructions</h3>
      <TextArea
        label="For every model, in every chat"
        hint="Saved as you type. They cannot widen a permission: tools ask as set under Tools."
        rows={5}
        placeholder="Answer briefly. Prefer small changes."
        value={text}
        onText={(next) => {
          setText(next);
          app.setSettings({ instructions: next });
        }}
      />
    </section>
  );
}
