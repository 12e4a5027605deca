import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeHosts } from '#tests/support/listed.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { buildTestInstanceSpec, execShellScript, getDriverErrorCode, startAndWait } from './world.ts'

const run = promisify(execFile)
const neighbour = `zhisuan-lan-${process.pid}`
const lanAddress = '10.99.0.2'
const metadataAddress = '169.254.169.254'
const ip = (...args: string[]) => run('ip', args)
const inNeighbour = (...args: string[]) => run('nsenter', [`--net=/run/netns/${neighbour}`, 'ip', ...args])

/** A machine on the host's network, which also plays the one that knows the keys of the cloud account. */
async function openNeighbour(): Promise<void> {
  await ip('netns', 'add', neighbour)
  await ip('link', 'add', 'lan0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', neighbour)
  await ip('addr', 'add', '10.99.0.1/24', 'dev', 'lan0')
  await ip('link', 'set', 'lan0', 'up')
  await inNeighbour('addr', 'add', `${lanAddress}/24`, 'dev', 'eth0')
  await inNeighbour('addr', 'add', `${metadataAddress}/32`, 'dev', 'eth0')
  await inNeighbour('link', 'set', 'eth0', 'up')
  await inNeighbour('route', 'add', 'default', 'via', '10.99.0.1')
  await ip('route', 'add', metadataAddress, 'via', lanAddress)
}

defineDockerCases(() =>
  describe('docker: a host for strangers (scripts/tenant-host.sh)', () => {
    let world: DockerWorld
    const prepare = async (verb: 'apply' | 'remove', EgressAllow = '') => {
      const { DockerRootDir } = (await world.docker.info()) as { DockerRootDir: string }
      await run('sh', ['scripts/tenant-host.sh', verb], {
        env: { PATH: process.env.PATH, DOCKER_ROOT: DockerRootDir, EGRESS_ALLOW: EgressAllow },
      })
    }
    const checked = () => createDockerWorld({ host_check: 'required', check_image: world.image })
    const hostSeenBy = async (other: DockerWorld) => {
      const [host] = await describeHosts(other.driver)
      await other.end()
      return host!
    }
    const gatewayOf = async () => {
      const { IPAM } = await world.docker.getNetwork(`${world.installation_id}.instances`).inspect()
      return IPAM!.Config![0]!.Gateway as string
    }
    /** What a connection from an instance meets: an open port, a refusal, or silence. */
    const meets = async (address: string, port: number) => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const { output } = await execShellScript(world, spec, `nc -w 1 ${address} ${port} </dev/null 2>&1; echo $?`)
      if (/refused/.test(output)) return 'refused'
      return output.trim().endsWith('0') ? 'open' : 'silence'
    }

    beforeAll(openNeighbour)
    afterAll(async () => {
      await ip('link', 'del', 'lan0')
      await ip('netns', 'del', neighbour)
    })
    beforeEach(async () => {
      world = await createDockerWorld()
      await prepare('apply')
    })
    afterEach(async () => {
      await prepare('apply')
      await world.end()
    })

    it('is taken when neither metadata, nor the host, nor its network answers, and leaves nothing of the check behind', async () => {
      const other = await checked()
      const before = (await world.docker.listVolumes()).Volumes?.length ?? 0
      expect(await describeHosts(other.driver)).toMatchObject([{ schedulable: true, isolation: ['checked'] }])
      const filters = { name: ['zhisuan-check'] }
      expect(await world.docker.listContainers({ all: true, filters })).toEqual([])
      expect((await world.docker.listVolumes()).Volumes?.length ?? 0).toBe(before)
      await other.end()
    })

    it('lets instances meet silence there, but names be asked and the platform in over its bridge', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const server = createServer((socket) => socket.end()).listen(53, '0.0.0.0')
      await once(server, 'listening')
      try {
        expect(await meets(lanAddress, 80)).toBe('silence')
        expect(await meets(metadataAddress, 80)).toBe('silence')
        expect(await meets(await gatewayOf(), 22)).toBe('silence')
        expect(await meets('10.99.0.1', 22)).toBe('silence')
        expect(await meets(await gatewayOf(), 53)).toBe('open')
        expect(await meets(metadataAddress, 53)).toBe('refused')
      } finally {
        server.close()
      }
      await execShellScript(world, spec, world.serve(6006, '/etc'))
      const address = (await execShellScript(world, spec, 'hostname -i')).output.trim()
      expect(await (await fetch(`http://${address}:6006/group`)).text()).toContain('root:x:0:')
    })

    it('takes no instance while it is open, says how to mend it, and is taken again once it is mended', async () => {
      await prepare('remove')
      expect(await meets(lanAddress, 80)).toBe('refused')
      expect(await meets(metadataAddress, 80)).toBe('refused')
      const other = await checked()
      const [open] = await describeHosts(other.driver)
      expect(open).toMatchObject({ schedulable: false, isolation: [] })
      expect(open!.problem).toContain(`${metadataAddress}:80`)
      expect(open!.problem).toContain('scripts/tenant-host.sh')
      expect(await getDriverErrorCode(buildTestInstanceSpec(other, 'b').then((spec) => other.driver.ensureRunning(spec)))).toBe(
        'NoCapacity',
      )
      await other.end()
      await prepare('apply')
      expect(await hostSeenBy(await checked())).toMatchObject({ schedulable: true })
    })

    it('leaves open what the operator names, and nothing else', async () => {
      await prepare('apply', `${lanAddress}:80,10.77.0.0/16`)
      expect(await meets(lanAddress, 80)).toBe('refused')
      expect(await meets(lanAddress, 22)).toBe('silence')
    })

    it('does not let a check be answered by what an instance saved', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const target = `saved/${world.installation_id}:x`
      await world.driver.snapshot(spec, target, () => undefined)
      const other = await createDockerWorld({ host_check: 'required' })
      expect(await hostSeenBy(other)).toMatchObject({ schedulable: true })
    })

    it('mounts the disks of instances nosuid and nodev, those that were there before too', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const mounts = (await execShellScript(world, spec, 'grep " /workspace " /proc/mounts')).output
      expect(mounts).toContain('nosuid')
      expect(mounts).toContain('nodev')
    })
  }),
)
