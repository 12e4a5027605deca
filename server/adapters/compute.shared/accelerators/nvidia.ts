import { type AcceleratorProfile, type CardReading, parseFigure } from './profile.ts'

const useFields = 'uuid,name,utilization.gpu,memory.used,temperature.gpu,power.draw'
/** Asked apart from the use: a driver that does not know one of these fields refuses the whole question. */
const healthFields =
  'uuid,ecc.errors.uncorrected.volatile.total,retired_pages.pending,clocks_throttle_reasons.hw_thermal_slowdown'
const ask = (fields: string) => `exec "$tool" --query-gpu=${fields} --format=csv,noheader,nounits`

export const nvidia: AcceleratorProfile = {
  vendor: 'nvidia',
  tools: ['nvidia-smi'],
  questions: [ask(useFields), ask(healthFields)],
  read: ([use = '', health = '']) => {
    const signs = new Map(parseTable(health, 4).map(([uuid = '', ...cells]) => [uuid, readSigns(cells)]))
    return parseTable(use, 6).map((cells) => readCard(cells, signs.get(cells[0]!)))
  },
  driver_files: [],
  request: { name: 'NVIDIA_VISIBLE_DEVICES', none: 'void', always: true },
  grant: (cards) => {
    const uuids = cards.map(({ uuid }) => uuid)
    const request = { Driver: 'nvidia', DeviceIDs: uuids, Capabilities: [['gpu', 'compute', 'utility']] }
    return { visible: uuids.join(','), device_requests: [request] }
  },
  check: ['nvidia-smi', '-L'],
  sees: (listed, cards) => cards.every(({ uuid }) => listed.includes(uuid)),
  kubernetes_resources: /^nvidia\.com\/gpu$/,
  metrics: {
    card_label: 'UUID',
    use_percent: 'DCGM_FI_DEV_GPU_UTIL',
    vram_mb: 'DCGM_FI_DEV_FB_USED',
    temperature_c: 'DCGM_FI_DEV_GPU_TEMP',
    power_w: 'DCGM_FI_DEV_POWER_USAGE',
    health: 'DCGM_FI_DEV_XID_ERRORS',
  },
}

const parseTable = (csv: string, columns: number): string[][] =>
  csv
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
    .filter((cells) => cells.length === columns && cells[0] !== '')

function readCard(cells: readonly string[], signs: Signs | undefined): CardReading {
  const [uuid = '', model = '', use, vram, temperature, power] = cells
  const silence = describeSilence(cells)
  return {
    uuid,
    vendor: 'nvidia',
    model: model.replace(/^NVIDIA\s+/, ''),
    ...(silence === undefined ? signs : { health: silence }),
    use_percent: parseFigure(use),
    vram_mb: parseFigure(vram),
    temperature_c: parseFigure(temperature),
    power_w: parseFigure(power),
  }
}

function describeSilence(cells: readonly string[]): string | undefined {
  if (cells.some((cell) => /gpu is lost/i.test(cell))) return '驱动报告这张卡已掉线（GPU is lost），通常要重启主机'
  if (cells.some((cell) => /unknown error|^\[?err!?\]?$/i.test(cell)))
    return '驱动读不到这张卡（Unknown Error），请查看内核日志里的 Xid'
  return undefined
}

type Signs = Pick<CardReading, 'health' | 'health_may_pass'>

function readSigns([ecc, retired, hot]: readonly string[]): Signs {
  const lasting = [
    (parseFigure(ecc) ?? 0) > 0 && `显存有 ${ecc} 个不可纠正的 ECC 错误`,
    /^yes$/i.test(retired ?? '') && '有显存页等待隔离，重启主机后生效',
  ].filter((sign) => sign !== false)
  const signs = /^active$/i.test(hot ?? '') ? [...lasting, '温度过高，已降频'] : lasting
  if (signs.length === 0) return {}
  return { health: signs.join('；'), ...(lasting.length === 0 && { health_may_pass: true }) }
}
