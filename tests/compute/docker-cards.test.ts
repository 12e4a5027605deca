import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { VendorName } from '#contract/vendors.ts'
import { buildContainerPlan } from '#server/adapters/compute.docker/container-plan.ts'
import { buildReadingScript, parseReading } from '#server/adapters/compute.docker/host-reading.ts'
import type { CardReading } from '#server/adapters/compute.shared/accelerators/profile.ts'
import { acceleratorProfiles, getAcceleratorProfile } from '#server/adapters/compute.shared/accelerators/profiles.ts'

const recorded = (name: string) => readFile(fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url)), 'utf8')
const read = (vendor: VendorName, ...answers: string[]) => getAcceleratorProfile(vendor).read(answers, 'h')

describe('docker: cards as nvidia-smi tells of them', () => {
  it('are read, with null for what one does not report', () => {
    const csv =
      'GPU-1, NVIDIA H800, 97, 70123, 61, 512.30\nGPU-2, NVIDIA H800, [N/A], 5, 30, [Not Supported]\n\nFailed to initialize NVML'
    expect(read('nvidia', csv)).toEqual([
      { uuid: 'GPU-1', vendor: 'nvidia', model: 'H800', use_percent: 97, vram_mb: 70123, temperature_c: 61, power_w: 512.3 },
      { uuid: 'GPU-2', vendor: 'nvidia', model: 'H800', use_percent: null, vram_mb: 5, temperature_c: 30, power_w: null },
    ])
  })

  it.each([
    ['0, No, Not Active', undefined],
    ['[N/A], [N/A], [N/A]', undefined],
    ['3, No, Not Active', '显存有 3 个不可纠正的 ECC 错误'],
    ['0, Yes, Active', '有显存页等待隔离，重启主机后生效；温度过高，已降频'],
    ['0, No, Active', '温度过高，已降频', true],
  ])('are well or not, and heat alone may pass: %s', (signs, health, mayPass?: boolean) => {
    const [card] = read('nvidia', 'GPU-1, NVIDIA H800, 0, 0, 30, 60', `GPU-1, ${signs}`)
    expect([card!.health, card!.health_may_pass]).toEqual([health, mayPass])
  })

  it('are lost when the driver says so, and well where it does not know the question of their health', () => {
    const lost = '[GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost]'
    expect(read('nvidia', `GPU-1, NVIDIA H800, ${lost}`)[0]!.health).toMatch(/GPU is lost/)
    expect(read('nvidia', 'GPU-1, NVIDIA H800, 0, 0, 30, 60', 'Field "x" is not a valid field to query.')[0]).not.toHaveProperty(
      'health',
    )
  })
})

describe('docker: cards as npu-smi tells of them', () => {
  it('are read with the numbers of their device files, which are not those of the cards', async () => {
    const cards = read('ascend', await recorded('npu-smi-910b.txt'), await recorded('npu-smi-map-910b.txt'))
    expect(cards).toEqual([
      {
        ...{ uuid: 'NPU-h-0000:6B:02.0', vendor: 'ascend', model: 'Ascend 910B2C', device: 0 },
        ...{ use_percent: 6, vram_mb: 35738, temperature_c: 47, power_w: 118.6 },
      },
      {
        ...{ uuid: 'NPU-h-0000:65:02.0', vendor: 'ascend', model: 'Ascend 910B2C', device: 1 },
        health: 'npu-smi 报告这张卡的状态为 Warning',
        ...{ use_percent: 11, vram_mb: 35761, temperature_c: 49, power_w: 143.2 },
      },
    ])
  })

  it('are the chips where a card has two, with null for the power that only one of them tells', async () => {
    expect(read('ascend', await recorded('npu-smi-a3.txt'))).toMatchObject([
      { uuid: 'NPU-h-0000:8D:00.0', model: 'Ascend 910', device: 8, power_w: 170.7, vram_mb: 51255 },
      { uuid: 'NPU-h-0000:8F:00.0', model: 'Ascend 910', device: 9, power_w: null, temperature_c: 51 },
    ])
  })
})

describe('docker: cards as xpu_smi tells of them', () => {
  it('are read, and broken when the driver says so', async () => {
    const states = '/proc/xpu/dev0/state:RUNNING\n/proc/xpu/dev1/state:ERROR\n'
    expect(read('kunlun', await recorded('xpu-smi-p800.txt'), states)).toEqual([
      {
        ...{ uuid: 'XPU-02K15K624CV00304-0', vendor: 'kunlun', model: 'Kunlun P800 OAM', device: 0 },
        ...{ use_percent: 0, vram_mb: 90440, temperature_c: 36, power_w: 86 },
      },
      {
        ...{ uuid: 'XPU-02K15K624CV0030V-0', vendor: 'kunlun', model: 'Kunlun P800 OAM', device: 1 },
        health: '驱动报告这张卡的状态为 ERROR，需要复位',
        ...{ use_percent: 0, vram_mb: 90440, temperature_c: 39, power_w: 86 },
      },
    ])
  })

  it('have names of their own where one board has two devices, and watts where the tool tells milliwatts', async () => {
    const [line] = (await recorded('xpu-smi-p800.txt')).split('\n')
    const second = line!.replace(' 0 0 02K', ' 0 1 02K').replace(' 86 ', ' 86500 ')
    expect(read('kunlun', `${line}\n${second}`)).toMatchObject([
      { uuid: 'XPU-02K15K624CV00304-0', power_w: 86 },
      { uuid: 'XPU-02K15K624CV00304-1', power_w: 86.5 },
    ])
  })
})

describe('docker: a vendor’s tool', () => {
  it.each(acceleratorProfiles)('of $vendor that is not there, or speaks of something else, tells of no cards', (profile) => {
    const noise = 'Intel XPU System Management Interface\nerror: | 0 | x |\n\n,,,,,\n'
    expect(profile.read([], 'h')).toEqual([])
    expect(profile.read(profile.questions.map(() => noise), 'h')).toEqual([]) // biome-ignore format: one line
  })

  it.each(acceleratorProfiles)('of $vendor is asked in words that a shell takes as they are', ({ questions }) => {
    for (const question of questions) expect(question).not.toContain("'")
    expect(buildReadingScript(acceleratorProfiles)).toContain(questions[0])
  })

  it('is heard apart from the others, and so are the files of lxcfs and the disk', () => {
    const said = [
      ...['', '#zhisuan lxcfs', 'meminfo', 'stat', '', '#zhisuan disk', '/dev/sdb 2097152 524288 1572864 25% /data'],
      ...['', '#zhisuan mount', '/dev/sdb /data xfs rw,prjquota 0 0', '', '#zhisuan files', '/usr/local/dcmi'],
      ...['', '#zhisuan nvidia.0', 'GPU-1, NVIDIA H800, 1, 2, 3, 4', ''],
    ]
    expect(parseReading(said.join('\n'), acceleratorProfiles, 'h')).toMatchObject({
      ...{ cards: [{ uuid: 'GPU-1' }], lxcfs: ['meminfo', 'stat'], driver_files: ['/usr/local/dcmi'] },
      disk: { free_mb: 1536, total_mb: 2048, options: ['rw', 'prjquota'] },
    })
  })
})

describe('docker: what a container is given', () => {
  const spec = {
    ...{ installation_id: 'i', id: 'a', generation: 1, host: 'h', image: 'x', cpu: 1, memory_mb: 64, gpu_model: '' },
    ...{ gpu_uuids: [], sys_disk_gb: 30, data_disk_gb: 50, hostname: 'a', authorized_keys: [] },
  }
  const use = { use_percent: null, vram_mb: null, temperature_c: null, power_w: null }
  const card = (vendor: VendorName, device: number): CardReading => ({
    uuid: `${vendor}${device}`,
    vendor,
    model: 'x',
    device,
    ...use,
  })
  const plan = (cards: CardReading[], runtimes: string[], env: string[] = [], runtime?: string) => {
    const files = ['/usr/local/dcmi', '/usr/local/bin/npu-smi', '/usr/local/bin/xpu-smi']
    const given = { cards, support: { runtimes, files }, disk_quota: false, ...(runtime && { runtime }) }
    const { Env, HostConfig } = buildContainerPlan(spec, { image: 'x', env, command: {} }, given)
    return { env: Env, ...HostConfig, files: HostConfig!.Mounts!.slice(1).map(({ Source, ReadOnly }) => ReadOnly && Source) }
  }
  const devices = (...names: string[]) =>
    names.map((name) => ({ PathOnHost: `/dev/${name}`, PathInContainer: `/dev/${name}`, CgroupPermissions: 'rw' }))

  it('are its NVIDIA cards by UUID', () => {
    const made = plan([card('nvidia', 0), card('nvidia', 1)], ['nvidia'])
    expect(made.DeviceRequests).toMatchObject([{ Driver: 'nvidia', DeviceIDs: ['nvidia0', 'nvidia1'] }])
    expect(made.env).toEqual(['NVIDIA_VISIBLE_DEVICES=nvidia0,nvidia1'])
    expect(made.files).toEqual([])
  })

  it('are its Ascend cards by the vendor’s runtime, where the engine has it', () => {
    const made = plan([card('ascend', 4), card('ascend', 5)], ['ascend', 'runc'], ['ASCEND_VISIBLE_DEVICES=0-7'])
    expect(made).toMatchObject({ Runtime: 'ascend', files: [] })
    expect(made.env).toEqual(['NVIDIA_VISIBLE_DEVICES=void', 'ASCEND_VISIBLE_DEVICES=4,5'])
    expect(made).not.toHaveProperty('Devices')
  })

  it.each([
    ['where it has not', ['runc'], undefined],
    ['where instances have another', ['ascend', 'runsc'], 'runsc'],
  ])('are its Ascend cards by device files and the driver of the host, %s', (_, runtimes, runtime) => {
    const made = plan([card('ascend', 4)], runtimes, [], runtime)
    expect(made.Devices).toEqual(devices('davinci4', 'davinci_manager', 'devmm_svm', 'hisi_hdc'))
    expect(made.files).toEqual(['/usr/local/dcmi', '/usr/local/bin/npu-smi'])
    expect(made.Runtime).toBe(runtime)
  })

  it('are its Kunlun cards by device files', () => {
    const made = plan([card('kunlun', 2)], [])
    expect(made.Devices).toEqual(devices('xpu2', 'xpuctrl'))
    expect(made.files).toEqual(['/usr/local/bin/xpu-smi'])
  })

  it('is nothing that its image asks for, without cards', () => {
    const made = plan([], ['nvidia', 'ascend'], ['NVIDIA_VISIBLE_DEVICES=all', 'ASCEND_VISIBLE_DEVICES=0-7', 'KEPT=1'])
    expect(made.env).toEqual(['KEPT=1', 'NVIDIA_VISIBLE_DEVICES=void', 'ASCEND_VISIBLE_DEVICES='])
    expect(made).not.toHaveProperty('DeviceRequests')
  })

  it('is found out by what it sees of its cards', () => {
    expect(getAcceleratorProfile('ascend').sees('davinci4 null\n', [card('ascend', 4)])).toBe(true)
    expect(getAcceleratorProfile('ascend').sees('davinci40\n', [card('ascend', 4)])).toBe(false)
    expect(getAcceleratorProfile('kunlun').sees('xpu2\nxpuctrl\n', [card('kunlun', 2)])).toBe(true)
    expect(getAcceleratorProfile('kunlun').sees('xpuctrl\n', [card('kunlun', 2)])).toBe(false)
  })

  it.each([
    ['nvidia', 'nvidia.com/gpu', true],
    ['nvidia', 'nvidia.com/gpu.shared', false],
    ['ascend', 'huawei.com/Ascend910', true],
    ['ascend', 'huawei.com/Ascend910B4', true],
    ['ascend', 'huawei.com/Ascend910B4-memory', false],
    ['kunlun', 'kunlunxin.com/xpu', true],
    ['kunlun', 'kunlunxin.com/vxpu', false],
  ] as const)('in Kubernetes counts whole cards: %s %s is %s', (vendor, resource, whole) => {
    expect(getAcceleratorProfile(vendor).kubernetes_resources.test(resource)).toBe(whole)
  })
})
