import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DockerEngine } from '#server/adapters/compute.docker/engine.ts'
import { GpuCheck } from '#server/adapters/compute.docker/gpu-check.ts'
import { HostFacts } from '#server/adapters/compute.docker/host-facts.ts'
import { HostProbe } from '#server/adapters/compute.docker/host-probe.ts'
import { completeSettings } from '#server/adapters/compute.docker/settings.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { runProgram } from '../../scripts/docker-engine/programs.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { buildFakeContainer, startFakeEngine } from './fake-engine.ts'
import { createProbeRoot, type ProbeRoot } from './probe-root.ts'

const host = { name: 'h', engine_folder: '/var/lib/docker' }
const h800 = 'GPU-1, NVIDIA H800, 97, 70123, 61, 512.30'
const tell = (line: string) => `\n#zhisuan nvidia.0\n${line}\n`

describe('docker: what a host tells', () => {
  let clock: HeldClock
  let said: () => Promise<string>
  let probe: HostProbe
  let asked: number
  beforeEach(() => {
    clock = new HeldClock()
    asked = 0
    probe = new HostProbe({ partial: false, run: () => said() }, clock, { lxcfs_dir: '/var/lib/lxcfs' })
  })
  const cards = async () => (await probe.look(host)).reading.cards.map(({ uuid }) => uuid)

  it('is told at once the second time, however slow its tools are, and is asked again meanwhile', async () => {
    said = async () => {
      asked += 1
      if (asked === 2) await new Promise(() => undefined)
      return tell(h800)
    }
    expect(await cards()).toEqual(['GPU-1'])
    await clock.advance(20_000)
    expect(await cards()).toEqual(['GPU-1'])
    expect(asked).toBe(2)
  })

  it('is waited for when it is old, or when the load of now is wanted', async () => {
    said = async () => tell(h800.replace('GPU-1', `GPU-${++asked}`))
    expect(await cards()).toEqual(['GPU-1'])
    await clock.advance(61_000)
    expect(await cards()).toEqual(['GPU-2'])
    await clock.advance(6_000)
    expect((await probe.look(host, { fresh: true })).reading.cards[0]!.uuid).toBe('GPU-3')
  })

  it('stays what it told before while it tells nothing, with the reason, and is an error if it never told anything', async () => {
    said = () => Promise.reject(new DriverUnavailable('x'))
    await expect(probe.look(host)).rejects.toThrow('没能读取主机的情况：x')
    await clock.advance(61_000)
    said = async () => tell(h800)
    expect(await cards()).toEqual(['GPU-1'])
    await clock.advance(61_000)
    said = () => Promise.reject(new DriverUnavailable('x'))
    expect(await probe.look(host)).toMatchObject({ reading: { cards: [{ uuid: 'GPU-1' }] }, problem: '没能读取主机的情况：x' })
  })
})

describe('docker: cards of a host that tells nothing', () => {
  const info = { Name: 'h', NCPU: 1, MemTotal: 2 ** 30, DockerRootDir: '/d', Runtimes: { nvidia: {} } }
  const use = { use_percent: 97, vram_mb: 5, temperature_c: 30, power_w: 60 }
  const card = { uuid: 'GPU-1', vendor: 'nvidia' as const, model: 'H800', ...use }
  const reading = { cards: [card], driver_files: [], lxcfs: [] }

  it.each([
    ['now: what it told before is no load of now', async () => ({ reading, problem: 'x' }), []],
    ['at all: no load', () => Promise.reject(new DriverUnavailable('x')), []],
    ['wrong: the load it tells', async () => ({ reading }), [{ uuid: 'GPU-1', ...use }]],
  ])('%s', async (_, look, load) => {
    const fake = await startFakeEngine([[/^GET \/info$/, { status: 200, body: info }]])
    const access = { by: 'unix', socket_path: fake.socket_path } as const
    const engine = new DockerEngine(access, 1000)
    const settings = completeSettings({ access, clock: new HeldClock(), installation_id: 'i' })
    const facts = new HostFacts(
      engine,
      settings,
      { problem: async () => undefined },
      { look, findMissingFolders: async () => [] },
    )
    expect([...(await facts.gpuLoad()).values()]).toEqual(load)
    engine.close()
    await fake.close()
  })

  it('are not missing in an instance, until the host tells that they are', async () => {
    const { inspected } = buildFakeContainer({ id: 'a', labels: { 'zhisuan.gpus': 'GPU-2' } })
    const container = { ref: { installation_id: 'i', id: 'a', generation: 1 }, info: inspected as never }
    let cards: () => Promise<(typeof card)[]> = () => Promise.reject(new DriverUnavailable('x'))
    const check = new GpuCheck(undefined as never, new HeldClock(), { cards: () => cards() })
    expect(await check.isMissing(container)).toBe(false)
    cards = async () => [card]
    expect(await check.isMissing(container)).toBe(true)
  })
})

describe('docker: a folder that instances get', () => {
  const spec = [{ source: '/data/a', target: '/storage', read_only: false }]
  const probe = (partial: boolean) =>
    new HostProbe({ partial, run: async () => '/data/a\n' }, new HeldClock(), { lxcfs_dir: '/var/lib/lxcfs' })

  it('is said to be missing where the host is, unless it may lie on a mount that is not seen', async () => {
    await expect(probe(false).assertMountsPresent(spec)).rejects.toThrow('主机上没有文件夹 /data/a')
    await expect(probe(true).assertMountsPresent(spec)).resolves.toBeUndefined()
  })

  it('is mounted only where the host has those of the platform, as it last told', async () => {
    const info = { Name: 'h', NCPU: 1, MemTotal: 2 ** 30, DockerRootDir: '/d' }
    const fake = await startFakeEngine([[/^GET \/info$/, { status: 200, body: info }]])
    const access = { by: 'unix', socket_path: fake.socket_path } as const
    const engine = new DockerEngine(access, 1000)
    let missing = async (folders: readonly string[]) => [...folders]
    const probe = {
      look: async () => ({ reading: { cards: [], driver_files: [], lxcfs: [] } }),
      findMissingFolders: (folders: readonly string[]) => missing(folders),
    }
    const mounts = async (folders: readonly string[]) => {
      const settings = completeSettings({ access, clock: new HeldClock(), installation_id: 'i', shared_folders: folders })
      const facts = new HostFacts(engine, settings, { problem: async () => undefined }, probe)
      const read = async () => (await facts.host()).capabilities.mounts_files
      const told = await read()
      missing = () => Promise.reject(new DriverUnavailable('x'))
      expect(await read()).toBe(told)
      return told
    }
    expect(await mounts(['/data'])).toBe(false)
    missing = async () => []
    expect(await mounts(['/data'])).toBe(true)
    missing = async (folders) => [...folders]
    expect(await mounts([])).toBe(true)
    engine.close()
    await fake.close()
  })
})

defineDockerCases(() =>
  describe('docker: the probe container', () => {
    let root: ProbeRoot
    let world: DockerWorld
    const probesOf = async ({ docker, installation_id: id }: DockerWorld) =>
      docker.listContainers({ all: true, filters: { label: [`zhisuan.probe=${id}`] } })
    beforeEach(async () => {
      root = await createProbeRoot()
      await root.setTool('nvidia-smi', `case "$1" in *utilization*) echo '${h800}' ;; *) echo 'GPU-1, 2, No, Active' ;; esac`)
      world = await createDockerWorld({ virtual_gpus: [], probe_root: root.folder })
    })
    afterEach(async () => {
      await world.end()
      await root.remove()
    })

    it('reads the cards and what is wrong with them, is no instance, and goes with the driver', async () => {
      const [seen] = await describeHosts(world.driver)
      expect(seen).toMatchObject({ capabilities: { cards: 'uuid' }, simulated: false, schedulable: true })
      expect(seen!.gpus).toEqual([
        { uuid: 'GPU-1', model: 'H800', vendor: 'nvidia', health: '显存有 2 个不可纠正的 ECC 错误；温度过高，已降频' },
      ])
      expect(await probesOf(world)).toHaveLength(1)
      expect(await listObjects(world.driver)).toEqual([])
      await world.driver.close()
      expect(await probesOf(world)).toEqual([])
    })

    it('sees the host read-only, with no network and next to no rights', async () => {
      await describeHosts(world.driver)
      const [container] = await probesOf(world)
      const { HostConfig, Mounts } = await world.docker.getContainer(container!.Id).inspect()
      expect(HostConfig).toMatchObject({
        ...{ NetworkMode: 'none', CapDrop: ['ALL'], CapAdd: ['SYS_CHROOT', 'DAC_OVERRIDE'], ReadonlyRootfs: true },
        ...{ DeviceCgroupRules: ['c *:* rw'], SecurityOpt: ['no-new-privileges'], AutoRemove: true },
      })
      expect(Mounts.map(({ RW }) => RW)).not.toContain(true)
      expect(Mounts.find(({ Destination }) => Destination === '/host')).toMatchObject({ Source: root.folder })
    })

    it('keeps nothing in use that the host unmounts', async () => {
      const mount = join(root.folder, 'disk')
      await mkdir(mount)
      await runProgram('mount', ['-t', 'tmpfs', 'disk', mount])
      await describeHosts(world.driver)
      await runProgram('umount', [mount])
      const [container] = await probesOf(world)
      const { State } = await world.docker.getContainer(container!.Id).inspect()
      expect(await readFile(`/proc/${State.Pid}/mountinfo`, 'utf8')).not.toContain('/host/disk')
    })

    it('is made again when somebody removed it, and when it would be made otherwise now', async () => {
      await describeHosts(world.driver)
      const [first] = await probesOf(world)
      await world.docker.getContainer(first!.Id).remove({ force: true })
      expect(await world.driver.usage([])).toEqual([])
      const other = await createProbeRoot()
      const changed = await createDockerWorld({ ...world.options, probe_root: other.folder })
      expect((await describeHosts(changed.driver))[0]!.gpus).toEqual([])
      const [second] = await probesOf(world)
      expect(second!.Id).not.toBe(first!.Id)
      await world.restart()
      expect((await describeHosts(world.driver))[0]!.gpus).toHaveLength(1)
      const [third, ...more] = await probesOf(world)
      expect([third!.Id !== second!.Id, more]).toEqual([true, []])
      await changed.end()
      await other.remove()
    })

    it('finds lxcfs where the engine is', async () => {
      await mkdir(join(root.folder, 'var/lib/lxcfs/proc'), { recursive: true })
      await writeFile(join(root.folder, 'var/lib/lxcfs/proc/meminfo'), '')
      expect((await describeHosts(world.driver))[0]!.isolation).toEqual(['lxcfs'])
    })

    it('says in words when there is nothing to look with, and keeps the host out', async () => {
      const bare = await createDockerWorld({ host_check: 'required', virtual_gpus: [], probe_root: '/nowhere' })
      const [report] = await bare.driver.inventory()
      expect(report).toMatchObject({ problem: expect.stringMatching(/^没能读取主机的情况：/) })
      expect(report!.facts).toBeUndefined()
      await bare.end()
    })
  }),
)
