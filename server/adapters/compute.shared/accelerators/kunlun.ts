import { type AcceleratorProfile, type CardReading, parseFigure } from './profile.ts'

/** Columns of `xpu_smi -m`, which prints no names: one line for each device, its model in quotes. */
const columns = { bus: 0, device: 2, serial: 3, temperature: 4, power: 8, vram: 17, use: 19, model: 21 } as const
/** Older models tell their power in mW. */
const mostWatts = 2000
const soundStates = ['RUNNING', 'NORMAL']

/** Baidu Kunlunxin. A board may hold several devices with one serial number. */
export const kunlun: AcceleratorProfile = {
  vendor: 'kunlun',
  tools: ['xpu_smi', 'xpu-smi'],
  questions: ['exec "$tool" -m', 'exec grep -H . /proc/xpu/dev*/state'],
  driver_files: ['/usr/local/bin/xpu-smi', '/usr/local/bin/xpu_smi'],
  read: ([table = '', states = '']) => {
    const state = new Map([...states.matchAll(/\/dev(\d+)\/state:\s*(\S+)/g)].map(([, device, word]) => [Number(device), word!]))
    const seen = new Map<string, number>()
    return table.split('\n').flatMap((line) => {
      const cells = line.match(/"[^"]*"|\S+/g) ?? []
      const [bus = '', serial = ''] = [cells[columns.bus], cells[columns.serial]]
      const device = parseFigure(cells[columns.device])
      if (!/^[0-9a-f]+:[0-9a-f]{2}:/i.test(bus) || device === null || cells.length <= columns.model) return []
      const place = seen.get(serial) ?? 0
      seen.set(serial, place + 1)
      return readCard(cells, device, `XPU-${serial}-${place}`, state.get(device))
    })
  },
  grant: (cards, { files }) => ({
    devices: [...cards.flatMap(({ device }) => (device === undefined ? [] : `/dev/xpu${device}`)), '/dev/xpuctrl'],
    files,
  }),
  check: ['ls', '/dev'],
  sees: (listed, cards) => {
    const names = listed.split(/\s+/)
    return cards.every(({ device }) => names.includes(`xpu${device}`))
  },
  kubernetes_resources: /^kunlunxin\.com\/xpu$/,
}

function readCard(cells: readonly string[], device: number, uuid: string, state: string | undefined): CardReading {
  const power = parseFigure(cells[columns.power])
  const sound = state === undefined || soundStates.includes(state)
  return {
    uuid,
    vendor: 'kunlun',
    model: `Kunlun ${cells[columns.model]!.replaceAll('"', '')}`,
    device,
    ...(!sound && { health: `驱动报告这张卡的状态为 ${state}，需要复位` }),
    use_percent: parseFigure(cells[columns.use]),
    vram_mb: parseFigure(cells[columns.vram]),
    temperature_c: parseFigure(cells[columns.temperature]),
    power_w: power !== null && power > mostWatts ? power / 1000 : power,
  }
}
