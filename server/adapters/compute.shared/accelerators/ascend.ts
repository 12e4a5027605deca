import { type AcceleratorProfile, type CardReading, parseFigure } from './profile.ts'

const driverFiles = [
  '/usr/local/dcmi',
  '/usr/local/bin/npu-smi',
  '/usr/local/Ascend/driver/lib64',
  '/usr/local/Ascend/driver/version.info',
  '/etc/ascend_install.info',
]
const sharedDevices = ['/dev/davinci_manager', '/dev/devmm_svm', '/dev/hisi_hdc']

/** Huawei Ascend. A card has no UUID that one question tells of all, so its place in the host names it. */
export const ascend: AcceleratorProfile = {
  vendor: 'ascend',
  tools: ['npu-smi'],
  questions: ['exec "$tool" info', 'exec "$tool" info -m'],
  driver_files: driverFiles,
  read: ([info = '', map = ''], host) => {
    const devices = parseDeviceMap(map)
    return parseRows(info).map((row) => readCard(row, devices, host))
  },
  request: { name: 'ASCEND_VISIBLE_DEVICES', none: '', always: false },
  grant: (cards, { runtimes, files }) => {
    const devices = cards.flatMap(({ device }) => device ?? [])
    if (runtimes.includes('ascend')) return { runtime: 'ascend', visible: devices.join(',') }
    return { devices: [...devices.map((device) => `/dev/davinci${device}`), ...sharedDevices], files }
  },
  check: ['ls', '/dev'],
  sees: (listed, cards) => {
    const names = listed.split(/\s+/)
    return cards.every(({ device }) => names.includes(`davinci${device}`))
  },
  kubernetes_resources: /^huawei\.com\/Ascend(?:910\w*|310\w*)$/,
  metrics: {
    card_label: 'id',
    use_percent: 'npu_chip_info_utilization',
    vram_mb: 'npu_chip_info_hbm_used_memory',
    temperature_c: 'npu_chip_info_temperature',
    power_w: 'npu_chip_info_power',
    health: 'npu_chip_info_health_status',
  },
}

interface CardRow {
  npu: string
  name: string
  health: string
  power: string | undefined
  temperature: string | undefined
  chip: string
  /** Number of its device file, where this layout of the table has it. */
  device: string | undefined
  bus: string
  use: string | undefined
  used: number | null
}

/** Reads the table of `npu-smi info`, in which a chip has two lines. The table of processes below is left out. */
function parseRows(table: string): CardRow[] {
  const lines = table.split(/\| *NPU +Chip +\| Process id/)[0]!.split('\n')
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim().split(/\s+/)))
  return cells.flatMap(([, first = [], second = []], index) => {
    const [, above = [], state = [], figures = []] = cells[index - 1] ?? []
    const [bus = ''] = second
    if (!/^[0-9A-F]{4}:[0-9A-F]{2}:/i.test(bus) || above.length < 2) return []
    const [npu = '', ...name] = above
    const use = cells[index]![3] ?? []
    return {
      ...{ npu, name: name.join(' '), health: state.join(' '), power: figures[0], temperature: figures[1], bus },
      ...{ chip: first[0] ?? '', device: first[1], use: use[0], used: findUsedMemory(use.join(' ')) },
    }
  })
}

/** Memory is listed as `used / total`, of the board and of the chip; a kind that a card has not is `0 / 0`. */
function findUsedMemory(cells: string): number | null {
  const pairs = [...cells.matchAll(/(\d+) *\/ *(\d+)/g)].map(([, used, total]) => [Number(used), Number(total)] as const)
  return pairs.findLast(([, total]) => total > 0)?.[0] ?? null
}

/** Reads `npu-smi info -m`: the number of the device file by `<NPU> <chip>`. The last columns of older drivers have no Phy-ID. */
function parseDeviceMap(map: string): Map<string, string> {
  const rows = map.split('\n').map((line) => line.trim().split(/\s+/))
  return new Map(
    rows.flatMap(([npu, chip, logic, physical, name]) => {
      const device = name !== undefined && /^\d+$/.test(physical ?? '') ? physical : logic
      return npu && chip && device && [npu, chip, device].every((id) => /^\d+$/.test(id)) ? [[`${npu} ${chip}`, device]] : []
    }),
  )
}

function readCard(row: CardRow, devices: ReadonlyMap<string, string>, host: string): CardReading {
  const device = parseFigure(row.device ?? devices.get(`${row.npu} ${row.chip}`) ?? row.npu)
  return {
    uuid: `NPU-${host}-${row.bus}`,
    vendor: 'ascend',
    model: row.name.replace(/^(?:Ascend)?\s*/, 'Ascend '),
    ...(device !== null && { device }),
    ...(row.health !== 'OK' && { health: `npu-smi 报告这张卡的状态为 ${row.health || '未知'}` }),
    use_percent: parseFigure(row.use),
    vram_mb: row.used,
    temperature_c: parseFigure(row.temperature),
    power_w: parseFigure(row.power),
  }
}
