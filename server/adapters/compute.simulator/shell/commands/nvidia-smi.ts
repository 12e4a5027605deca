import type { ShellCommand } from '#server/adapters/compute.simulator/shell/shell.ts'
import { listSimulatedCards, type SimulatedCard } from './cards.ts'
import { formatCtime } from './clock.ts'

const driverVersion = '550.90.07'
const cudaVersion = '12.4'

/** Supports the usual table, `-L`, and `--query-gpu=… --format=csv[,noheader][,nounits]` for fields common in scripts. */
export const nvidiaSmiCommand: ShellCommand = async (args, { machine }, io) => {
  const cards = listSimulatedCards(machine)
  if (cards.length === 0) {
    await io.out('No devices were found\n')
    return 6
  }
  const query = args.find((arg) => arg.startsWith('--query-gpu='))
  if (args.includes('-L') || args.includes('--list-gpus')) {
    await io.out(cards.map(({ slot, name, sample }) => `GPU ${slot}: ${formatFullName(name)} (UUID: ${sample.uuid})\n`).join(''))
  } else if (query) {
    const format = args.find((arg) => arg.startsWith('--format=')) ?? ''
    return printQuery(query.slice('--query-gpu='.length).split(','), format, cards, io)
  } else await io.out(formatTable(cards, machine.clock.now()))
  return 0
}

const formatFullName = (model: string) =>
  /nvidia/i.test(model) ? model : `NVIDIA ${/^(RTX|GTX) \d{4}\b/.test(model) ? 'GeForce ' : ''}${model}`

const widths = [41, 24, 22] as const
const formatRow = (cells: readonly string[]) =>
  `|${cells.map((cell, index) => ` ${cell}`.slice(0, widths[index]).padEnd(widths[index]!)).join('|')}|`
const formatRule = (first: string, fill: string) =>
  `${first}${widths.map((width) => fill.repeat(width)).join('+')}${first === '|' && fill === '=' ? '|' : '+'}`

/** Formats the table like the real tool, 91 columns wide; its header says that the numbers are simulated. */
function formatTable(cards: readonly SimulatedCard[], now: Date): string {
  const version = ` NVIDIA-SMI ${driverVersion} (simulated)  Driver Version: ${driverVersion}      CUDA Version: ${cudaVersion}`
  const lines = [
    formatCtime(now),
    `+${'-'.repeat(89)}+`,
    `|${version.padEnd(89)}|`,
    formatRule('|', '-'),
    formatRow(['GPU  Name                 Persistence-M', 'Bus-Id          Disp.A', 'Volatile Uncorr. ECC']),
    formatRow(['Fan  Temp   Perf          Pwr:Usage/Cap', '          Memory-Usage', 'GPU-Util  Compute M.']),
    formatRule('|', '='),
    ...cards.flatMap((card) => [...formatCardRows(card), formatRule('+', '-')]),
  ]
  return `${lines.join('\n')}\n`
}

function formatCardRows({ slot, name, model, sample }: SimulatedCard): string[] {
  const title = `${String(slot).padStart(3)}  ${formatFullName(name).padEnd(30).slice(0, 30)}On`
  const bus = `00000000:${(0x10 + slot).toString(16).toUpperCase()}:00.0 Off`
  const power = `${Math.round(sample.power_w)}W / ${String(model.full_w).padStart(4)}W`
  const memory = `${sample.vram_mb}MiB / ${String(model.vram_mb).padStart(6)}MiB`
  return [
    formatRow([title, bus.padStart(22), '0'.padStart(20)]),
    formatRow([
      `N/A  ${String(sample.temperature_c).padStart(3)}C    P0   ${power.padStart(21)}`,
      memory.padStart(22),
      `${`${sample.use_percent}%`.padStart(7)}${'Default'.padStart(13)}`,
    ]),
  ]
}

const queryFields: Readonly<Record<string, (card: SimulatedCard) => [value: string | number, unit: string]>> = {
  index: ({ slot }) => [slot, ''],
  name: ({ name }) => [formatFullName(name), ''],
  uuid: ({ sample }) => [sample.uuid, ''],
  driver_version: () => [driverVersion, ''],
  'utilization.gpu': ({ sample }) => [sample.use_percent, ' %'],
  'memory.total': ({ model }) => [model.vram_mb, ' MiB'],
  'memory.used': ({ sample }) => [sample.vram_mb, ' MiB'],
  'memory.free': ({ model, sample }) => [model.vram_mb - sample.vram_mb, ' MiB'],
  'temperature.gpu': ({ sample }) => [sample.temperature_c, ''],
  'power.draw': ({ sample }) => [sample.power_w, ' W'],
  'power.limit': ({ model }) => [model.full_w, ' W'],
}

async function printQuery(
  names: readonly string[],
  format: string,
  cards: readonly SimulatedCard[],
  io: Parameters<ShellCommand>[2],
): Promise<number> {
  const unknown = names.find((name) => !Object.hasOwn(queryFields, name))
  if (unknown !== undefined) {
    await io.out(`Field "${unknown.slice(0, 100)}" is not a valid field to query.\n`)
    return 2
  }
  const unitless = format.includes('nounits')
  const rows = cards.map((card) =>
    names.map((name) => {
      const [value, unit] = queryFields[name]!(card)
      return `${value}${unitless ? '' : unit}`
    }),
  )
  const header = format.includes('noheader') ? [] : [[...names]]
  await io.out([...header, ...rows].map((row) => `${row.join(', ')}\n`).join(''))
  return 0
}
