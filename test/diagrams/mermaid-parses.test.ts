// @vitest-environment jsdom
/** Mermaid itself reads what is written for it. Its parser needs a DOM. */
import mermaid from 'mermaid';
import { expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { chartOf, type Chart } from '../../src/kernel/drawing/chart.ts';
import { mermaidOf } from '../../src/kernel/drawing/mermaid.ts';
import { door, job } from './small-lifecycles.ts';

test.each([...lifecycles, job, door])('Mermaid reads the $name statechart', async (lifecycle) => {
  await expect(mermaid.parse(mermaidOf(chartOf(lifecycle)))).resolves.toMatchObject({
    diagramType: 'stateDiagram',
  });
});

const nasty = [
  'a: b; c',
  '"quoted" \'too\'',
  '# %% comment %%{init}%%',
  '--> a --> b',
  'end note } { [*]',
  'direction TB',
  'state x as y <<fork>> [[choice]]',
  ':::class ::: x',
  'classDef style x:#fff;',
  'accTitle: no',
  '<script>alert(1)</script> &amp; &',
];

test.each(nasty)('Mermaid reads %j as text, wherever it stands', async (text) => {
  const chart: Chart = {
    name: 'odd',
    creation: text,
    regions: ['one', 'two'].map((name, index) => ({
      name,
      decides: index === 0,
      states: [
        { id: `${name}.a`, name: text, says: text, initial: true, final: false, inside: [] },
        { id: `${name}.b-c`, name: 'b-c', says: text, initial: false, final: true, inside: [] },
        { id: `${name}.b_c`, name: 'b_c', says: '', initial: false, final: false, inside: [] },
      ],
      arrows: [`${name}.a`, `${name}.b-c`].map((to) => ({
        id: `${name}.a/E/1`,
        from: `${name}.a`,
        to,
        event: 'E',
        stays: to === `${name}.a`,
        says: text,
        conditions: [{ name: 'c', refusal: 'NO', says: text, test: () => true }],
      })),
    })),
  };
  await expect(mermaid.parse(mermaidOf(chart))).resolves.toMatchObject({
    diagramType: 'stateDiagram',
  });
});

test('Mermaid refuses what is no diagram', async () => {
  await expect(mermaid.parse('stateDiagram-v2\n  a --> : b;\n  }')).rejects.toThrow('Parse error');
});
