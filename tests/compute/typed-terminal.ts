import { Terminal } from '#server/adapters/compute.simulator/shell/terminal/terminal.ts'
import { Screen } from './screen.ts'

export const prompt = 'root@a:~# '
export const keys = {
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  del: '\x1b[3~',
}

/** A terminal with three files to complete, the screen it draws on, and hands to type with. */
export function openTerminal(cols = 80) {
  const screen = new Screen(cols)
  const size = { cols, rows: 24 }
  const choices = ['checkpoints/', 'config.yaml', '数据集/']
  const interrupts: number[] = []
  const terminal = new Terminal({
    write: (text) => screen.write(text.replaceAll('\n', '\r\n')),
    size,
    complete: async (line) => {
      const begun = line.split(' ').at(-1)!
      const fitting = choices.filter((choice) => choice.startsWith(begun))
      return fitting.length === 1
        ? { insert: fitting[0]!.slice(begun.length), choices: fitting }
        : { insert: '', choices: fitting }
    },
    interrupt: () => interrupts.push(1),
  })
  const type = (text: string) => terminal.input(Buffer.from(text))
  return { screen, terminal, type, interrupts }
}
