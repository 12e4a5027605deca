import type { CardReading } from '#server/adapters/compute.shared/accelerators/profile.ts'
import { acceleratorProfiles } from '#server/adapters/compute.shared/accelerators/profiles.ts'
import { type DriverError, DriverUnavailable, ImageNotFound } from '#server/ports/driver-errors.ts'
import type { EngineFinding } from '#server/ports/engine-check.ts'
import type { EngineAccess } from '#server/ports/engines.ts'
import { createDockerDriverContext, type DockerDriverContext } from './driver-context.ts'
import { describeMisplacedDisks, describeUnfitEngine, type EngineInfo } from './host-facts.ts'
import type { DiskReading, HostReading } from './host-reading.ts'
import { fetchEngineImage } from './image-pull.ts'
import { completeSettings, type DockerOptions, type DockerSettings } from './settings.ts'

const oldestApi = '1.41'
const oldestKernel = '4.18'
const mostClockMs = 5_000
const leastFreeShare = 0.1
const mibPerGib = 1024

/**
 * Looks at an engine and its host, whether it is in use already or only meant to be: what it is, what it has, and what an operator
 * has to mend. `folders` are those of the platform that instances get and that the host has to have on the same path. An engine
 * that does not answer has one finding.
 */
export async function checkEngine(options: DockerOptions, folders: readonly string[] = []): Promise<EngineFinding[]> {
  const parts = createDockerDriverContext(completeSettings(options))
  try {
    return await examine(parts, folders)
  } finally {
    await parts.probe_container.remove()
    parts.engine.close()
  }
}

async function examine(parts: DockerDriverContext, folders: readonly string[]): Promise<EngineFinding[]> {
  const { clock, engine, settings } = parts
  const before = clock.now().getTime()
  const info: EngineInfo | DriverError = await engine
    .call((docker) => docker.info() as Promise<EngineInfo>)
    .catch((error: DriverError) => error)
  if (info instanceof Error) {
    const found = `引擎没有应答：${info.message}`
    return [{ item: 'engine', ok: false, found, mend: describeAccess(settings.access) }]
  }
  const [asked, waitedMs] = [clock.now().getTime(), clock.now().getTime() - before]
  const { ApiVersion } = await engine.call((docker) => docker.version())
  const [isolation, told] = await Promise.all([parts.host_check.problem(), askHost(parts, info, folders)])
  return [
    checkVersion(info, ApiVersion),
    checkRuntime(info, settings),
    checkKernel(info),
    { item: 'resources', ok: true, found: `${info.NCPU} 核 CPU、${Math.round(info.MemTotal / 2 ** 30)} GB 内存` },
    checkClock(info, asked - waitedMs / 2, waitedMs),
    ...(told instanceof Error ? [describeSilentHost(told)] : describeHost(told, info, settings, folders)),
    await checkRegistry(parts),
    await checkQuota(parts, info, told instanceof Error ? undefined : told.reading.disk),
    checkIsolation(isolation, settings),
  ]
}

interface ToldByHost {
  reading: HostReading
  missing: string[]
}

async function askHost(
  { probe, settings }: DockerDriverContext,
  { Name, DockerRootDir }: EngineInfo,
  folders: readonly string[],
): Promise<ToldByHost | DriverUnavailable> {
  try {
    const { reading } = await probe.look({ name: settings.host_name ?? Name, engine_folder: DockerRootDir })
    return { reading, missing: folders.length > 0 ? await probe.findMissingFolders(folders) : [] }
  } catch (error) {
    if (error instanceof DriverUnavailable) return error
    throw error
  }
}

const describeSilentHost = ({ message }: Error): EngineFinding => ({
  item: 'probe',
  ok: false,
  found: message,
  mend: '请在这台主机上运行 docker pull busybox，或把 DOCKER_IMAGE 设为它能拉取的镜像',
})

const describeHost = (
  { reading, missing }: ToldByHost,
  info: EngineInfo,
  settings: DockerSettings,
  folders: readonly string[],
): EngineFinding[] => [
  { item: 'probe', ok: true, found: '可以运行主机上的程序' },
  checkCards(reading.cards, Object.keys(info.Runtimes ?? {})),
  checkSpace(reading.disk, info.DockerRootDir),
  checkLxcfs(reading.lxcfs, settings.lxcfs_dir),
  ...(folders.length > 0 ? [checkFolders(folders, missing)] : []),
]

function describeAccess(access: EngineAccess): string {
  if (access.by === 'unix') return `请确认 dockerd 正在运行，并且平台能打开 ${access.socket_path}`
  if (access.by === 'ssh') return '请确认能用这个账号和密钥登录主机，并且账号属于 docker 组、引擎的套接字路径没有写错'
  return '请确认地址和端口没有写错，防火墙放行，并且证书由同一个 CA 签发且没有过期'
}

const isOlder = (version: string, than: string): boolean => {
  const [[major = 0, minor = 0], [least = 0, below = 0]] = [parseVersion(version), parseVersion(than)]
  return major < least || (major === least && minor < below)
}
const parseVersion = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

function checkVersion({ ServerVersion }: EngineInfo, api: string): EngineFinding {
  const old = isOlder(api, oldestApi)
  const found = `版本 ${ServerVersion}（API ${api}）`
  return { item: 'engine', ok: !old, found, ...(old && { mend: '请升级到 Docker 20.10 或更新的版本' }) }
}

function checkRuntime(info: EngineInfo, { runtime }: DockerSettings): EngineFinding {
  const unfit = describeUnfitEngine(info, { disk_quota: false, ...(runtime !== undefined && { runtime }) })
  if (unfit) return { item: 'runtime', ok: false, found: unfit, mend: `请在这台主机上安装 ${runtime} 并登记到引擎的 runtimes` }
  return { item: 'runtime', ok: true, found: runtime ?? `引擎的默认运行时 ${info.DefaultRuntime}` }
}

function checkKernel({ KernelVersion, OperatingSystem }: EngineInfo): EngineFinding {
  const old = isOlder(KernelVersion, oldestKernel)
  const mend = `请升级到 ${oldestKernel} 或更新的内核`
  return { item: 'kernel', ok: !old, found: `${OperatingSystem}，内核 ${KernelVersion}`, ...(old && { mend }) }
}

/** The engine's clock against ours in the middle of the call; the time of the call itself is no difference. */
function checkClock({ SystemTime }: EngineInfo, ours: number, waitedMs: number): EngineFinding {
  const apart = new Date(SystemTime).getTime() - ours
  if (Number.isNaN(apart)) return { item: 'clock', ok: true, found: '引擎不报告自己的时间' }
  const off = Math.abs(apart) > mostClockMs + waitedMs
  const seconds = Math.round(Math.abs(apart) / 1000)
  const found = seconds === 0 ? '与平台相差不到 1 秒' : `比平台${apart > 0 ? '快' : '慢'} ${seconds} 秒`
  return { item: 'clock', ok: !off, found, ...(off && { mend: '请在这台主机上开启时间同步：timedatectl set-ntp true' }) }
}

function checkCards(cards: readonly CardReading[], runtimes: readonly string[]): EngineFinding {
  if (cards.length === 0) {
    const tools = acceleratorProfiles.map(({ tools: [tool] }) => tool).join('、')
    const mend = '如果主机装有加速卡，请安装厂商的驱动，并确认厂商的工具能列出它们'
    return { item: 'cards', ok: true, found: `没有加速卡（${tools} 都没有列出）`, mend }
  }
  const count = (model: string) => cards.filter((card) => card.model === model).length
  const models = [...new Set(cards.map(({ model }) => model))].map((model) => `${model} × ${count(model)}`).join('、')
  const ill = cards.filter(({ health }) => health !== undefined)
  if (cards.some(({ vendor }) => vendor === 'nvidia') && !runtimes.includes('nvidia')) {
    const mend = '请安装 nvidia-container-toolkit，运行 nvidia-ctk runtime configure --runtime=docker，再重启 dockerd'
    return { item: 'cards', ok: false, found: `${models}；引擎没有运行时 nvidia，卡不能交给实例`, mend }
  }
  if (ill.length === 0) return { item: 'cards', ok: true, found: models }
  const found = `${models}；${ill.map(({ uuid, health }) => `${uuid}：${health}`).join('；')}`
  return { item: 'cards', ok: false, found, mend: '请先停用有问题的卡，修复或更换后再启用' }
}

const formatGib = (mib: number) => `${Math.floor(mib / mibPerGib)} GB`

function checkSpace(disk: DiskReading | undefined, folder: string): EngineFinding {
  if (!disk) return { item: 'disk', ok: false, found: `看不到引擎的数据目录 ${folder}`, mend: '请确认这个目录在主机上存在' }
  const full = disk.free_mb < disk.total_mb * leastFreeShare
  const found = `${folder} 所在的磁盘共 ${formatGib(disk.total_mb)}，还有 ${formatGib(disk.free_mb)}`
  return { item: 'disk', ok: !full, found, ...(full && { mend: '请清理不用的镜像（docker image prune），或扩容这块磁盘' }) }
}

function checkLxcfs(files: readonly string[], folder: string): EngineFinding {
  if (files.length > 0) return { item: 'lxcfs', ok: true, found: `在 ${folder} 运行` }
  return {
    item: 'lxcfs',
    ok: true,
    found: '没有运行：实例里的 free 显示整台主机的内存',
    mend: '可以安装 lxcfs（apt-get install lxcfs）',
  }
}

function checkFolders(folders: readonly string[], missing: readonly string[]): EngineFinding {
  if (missing.length === 0) return { item: 'folders', ok: true, found: folders.join('、') }
  const mend = '请用 NFS 等方式把平台的文件夹挂载到主机的同一路径，否则这台主机的实例没有文件存储（/storage），也不能挂载数据集'
  return { item: 'folders', ok: false, found: `主机上没有 ${missing.join('、')}`, mend }
}

/** Asks the engine to look for an image that the registry does not have: to hear so, it has to get there and be let in. */
async function checkRegistry({ engine }: DockerDriverContext): Promise<EngineFinding> {
  const { registry } = engine
  if (!registry) {
    const mend = '要让保存的镜像在每台主机上都能用，请设置 REGISTRY_URL'
    return { item: 'registry', ok: true, found: '没有设置，保存的镜像只在这台主机上', mend }
  }
  const absent = 'zhisuan/check:absent'
  const [host] = registry.locate(absent).split('/')
  const refusal = await fetchEngineImage(engine, absent, () => undefined).then(
    () => undefined,
    (error: DriverError) => error,
  )
  if (refusal === undefined || refusal instanceof ImageNotFound) return { item: 'registry', ok: true, found: `能连到 ${host}` }
  const mend = '请确认这台主机能连到仓库并信任它的证书，登录信息写在 DOCKER_REGISTRY_AUTH 的文件里'
  return { item: 'registry', ok: false, found: `${host}：${refusal.message}`, mend }
}

async function checkQuota(
  { settings, storage }: DockerDriverContext,
  info: EngineInfo,
  disk: DiskReading | undefined,
): Promise<EngineFinding> {
  if (settings.disk_quota) {
    const unfit = describeUnfitEngine(info, { disk_quota: true })
    const on = disk?.options.some((option) => option === 'pquota' || option === 'prjquota') ?? true
    const mend = '请把引擎的数据目录放在以 pquota 挂载的 xfs 上，再重启 dockerd'
    if (unfit) return { item: 'quota', ok: false, found: unfit, mend }
    if (info.Driver === 'overlay2' && !on) return { item: 'quota', ok: false, found: '数据目录没有以 pquota 挂载', mend }
    return { item: 'quota', ok: true, found: '系统盘和数据盘写满后写不进去' }
  }
  if (storage.loop_disks) {
    const problem = describeMisplacedDisks(settings) ?? (await storage.loop_disks.problem())
    if (problem) return { item: 'quota', ok: false, found: problem, mend: '请按提示修正，或去掉 DATA_DISKS_DIR' }
    return { item: 'quota', ok: true, found: '数据盘写满后写不进去，系统盘只测量用量' }
  }
  const mend = '要让磁盘写满即止，请把数据目录放在以 pquota 挂载的 xfs 上并设置 DOCKER_DISK_QUOTA=1'
  return { item: 'quota', ok: true, found: '只测量用量，超出后关机', mend }
}

function checkIsolation(problem: string | undefined, settings: DockerSettings): EngineFinding {
  if (settings.host_check === 'skipped') return { item: 'isolation', ok: true, found: '没有检查（HOST_CHECK=skipped）' }
  const mend = '请在这台主机上以 root 运行 sh scripts/tenant-host.sh'
  if (problem) return { item: 'isolation', ok: false, found: problem, mend }
  return { item: 'isolation', ok: true, found: '实例里连不到主机、内网和云平台的元数据服务' }
}
