import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { UsageSample } from '#server/ports/compute.ts'

export type CardReading = UsageSample['gpus'][number] & { model: string }
/** Returns the host's cards with their current load; empty if there are none. */
export type CardReader = () => Promise<CardReading[]>

const queryFields = 'uuid,name,utilization.gpu,memory.used,temperature.gpu,power.draw'
const queryTimeoutMs = 10_000
const execFileAsync = promisify(execFile)

/** Queries the driver of the host that runs this process. A missing or failing driver means a host without cards. */
export const readNvidiaCards: CardReader = async () => {
  const args = [`--query-gpu=${queryFields}`, '--format=csv,noheader,nounits']
  const { stdout } = await execFileAsync('nvidia-smi', args, { timeout: queryTimeoutMs }).catch(() => ({ stdout: '' }))
  return parseNvidiaTable(stdout)
}

/** Parses the table; a value that a card does not report (`[N/A]`) counts as 0. */
export function parseNvidiaTable(csv: string): CardReading[] {
  return csv
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6 && cells[0] !== '')
    .map(([uuid = '', model = '', use, vram, temperature, power]) => ({
      uuid,
      model: model.replace(/^NVIDIA\s+/, ''),
      use_percent: Number(use) || 0,
      vram_mb: Number(vram) || 0,
      temperature_c: Number(temperature) || 0,
      power_w: Number(power) || 0,
    }))
}
