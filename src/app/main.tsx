/** The composition root. */
import { render } from 'preact';

const root = document.getElementById('app');
if (root) render(<h1>Sluice</h1>, root);
