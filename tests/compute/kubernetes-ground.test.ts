import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitUntil } from '#tests/support/until.ts'
import { defineDockerCases } from './docker-world.ts'
import { ChannelClient } from './kubelet/channel-client.ts'
import { clusterObstacle, Ground } from './kubelet/ground.ts'
import { startTestRegistry } from './registry.ts'

const cards = (count: number, memory = '64Mi') => ({
  resources: { limits: { cpu: '500m', memory, 'nvidia.com/gpu': String(count) } },
})
const condition = (type: string, more: object) => ({
  conditions: expect.arrayContaining([expect.objectContaining({ type, ...more })]),
})
const waiting = (reason: string, message = '') => ({
  phase: 'Pending',
  containerStatuses: [{ state: { waiting: { reason, message: expect.stringContaining(message) } } }],
})
const terminated = (reason: string, exitCode: number) => ({
  containerStatuses: [{ state: { terminated: { reason, exitCode } } }],
})

defineDockerCases(() => {
  let ground: Ground
  beforeAll(async () => {
    const labels = { 'nvidia.com/gpu.product': 'NVIDIA-GeForce-RTX-4090' }
    ground = await Ground.create([
      { name: 'cards-a', cpu: 8, memory: '32Gi', resources: { 'nvidia.com/gpu': 2 }, labels },
      { name: 'cards-b', cpu: 8, memory: '32Gi', resources: { 'nvidia.com/gpu': 1 }, labels },
    ])
  })
  afterAll(() => ground?.end())

  describe('kubernetes ground: a pod', () => {
    it('is scheduled, has its card, name and limits, and goes with its container when deleted', async () => {
      await ground.createPod('life', { ...cards(2), hostname: 'here' })
      const pod = await ground.waitForPod('life', { phase: 'Running', ...condition('Ready', { status: 'True' }) })
      expect(pod.spec.nodeName).toBe('cards-a')
      expect(await ground.run('life', 'echo $NVIDIA_VISIBLE_DEVICES; hostname')).toBe('GPU-cards-a-0,GPU-cards-a-1\nhere\n')
      const [container] = await ground.listContainers(pod)
      const { HostConfig } = await ground.docker.getContainer(container!.Id).inspect()
      expect(HostConfig).toMatchObject({ Memory: 64 * 2 ** 20, NanoCpus: 5e8 })
      await ground.api.delete(ground.path('pods', 'life'))
      await ground.waitUntilGone('pods', 'life')
      expect(await ground.listContainers(pod)).toEqual([])
    })

    it('waits for cards that others have, and says so; a freed one is given again', async () => {
      await ground.createPod('both', cards(2))
      await ground.createPod('one', cards(1))
      await Promise.all(['both', 'one'].map((name) => ground.waitForPod(name, { phase: 'Running' })))
      await ground.createPod('late', cards(1))
      const full = { status: 'False', reason: 'Unschedulable', message: expect.stringContaining('2 Insufficient nvidia.com/gpu') }
      await ground.waitForPod('late', { phase: 'Pending', ...condition('PodScheduled', full) })
      await ground.api.delete(ground.path('pods', 'one'))
      expect((await ground.waitForPod('late', { phase: 'Running' })).spec.nodeName).toBe('cards-b')
      for (const name of ['both', 'late']) await ground.api.delete(ground.path('pods', name))
      for (const name of ['both', 'late']) await ground.waitUntilGone('pods', name)
    })

    it('that names its node without asking the scheduler is refused there when the cards do not suffice', async () => {
      const metadata = { name: 'forced' }
      const containers = [{ name: 'main', image: 'x', ...cards(2) }]
      await ground.api.create(ground.path('pods'), {
        metadata,
        spec: { nodeName: 'cards-b', restartPolicy: 'Never', containers },
      })
      await ground.waitForPod('forced', { phase: 'Failed', reason: 'UnexpectedAdmissionError' })
    })

    it('runs its init containers first, and has its secrets as files and variables', async () => {
      await ground.api.create(ground.path('secrets'), { metadata: { name: 'keys' }, stringData: { key: 's3cret' } })
      await ground.createPod('secrets', {
        init: [{ command: ['sh', '-c', 'cat /keys/key >/shared/copy'], volumeMounts: [mount('keys'), mount('shared')] }],
        env: [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'key' } } }],
        volumes: [
          { name: 'keys', secret: { secretName: 'keys', defaultMode: 0o400 } },
          { name: 'shared', emptyDir: {} },
        ],
        volumeMounts: [mount('keys'), mount('shared')],
      })
      await ground.waitForPod('secrets', { phase: 'Running' })
      expect(await ground.run('secrets', 'cat /shared/copy; echo " $KEY"; stat -c %a /keys/key')).toBe('s3cret s3cret\n400\n')
    })

    it('says with what its container ended', async () => {
      await ground.createPod('well', { command: ['true'] })
      await ground.createPod('badly', { command: ['sh', '-c', 'exit 7'] })
      await ground.createPod('early', { init: [{ command: ['sh', '-c', 'exit 4'] }] })
      await ground.createPod('large', { command: ['tail', '/dev/zero'], ...cards(0, '16Mi') })
      await ground.waitForPod('well', { phase: 'Succeeded', ...terminated('Completed', 0) })
      await ground.waitForPod('badly', { phase: 'Failed', ...terminated('Error', 7) })
      await ground.waitForPod('large', { phase: 'Failed', ...terminated('OOMKilled', 137) })
      const early = await ground.waitForPod('early', { phase: 'Failed' })
      expect(early.status.initContainerStatuses).toMatchObject([{ state: { terminated: { exitCode: 4 } } }])
    })

    it('waits for an image that is not there, and for one that the engine cannot pull', async () => {
      await ground.createPod('never', { image: 'zhisuan/missing:1', imagePullPolicy: 'Never' })
      await ground.waitForPod('never', waiting('ErrImageNeverPull'))
      await ground.createPod('missing', { image: '127.0.0.1:1/missing:1' })
      await ground.waitForPod('missing', waiting('ErrImagePull', 'connection refused'))
      await ground.waitForPod('missing', waiting('ImagePullBackOff'))
      ground.kubelet.refusePulls('no space left on device')
      await ground.waitForPod('missing', waiting('ErrImagePull', 'no space left on device'))
      ground.kubelet.refusePulls(undefined)
      const { items } = await ground.api.get<{ items: { reason: string }[] }>(ground.path('events'))
      expect(items.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['Pulling', 'Failed', 'BackOff', 'Started']))
    })

    it('has the files of an image as a volume, and may lay a file system over them, as newer clusters read it', async () => {
      const reference = process.env.TEST_IMAGE ?? ''
      const newer = { hostUsers: false, volumes: [{ name: 'base', image: { reference } }] }
      await ground.createPod('layered', {
        annotations: { 'zhisuan.test/newer-spec': JSON.stringify(newer) },
        volumes: [{ name: 'base' }, { name: 'disk', emptyDir: {} }],
        volumeMounts: [mount('base'), mount('disk')],
      })
      await ground.waitForPod('layered', { phase: 'Running' })
      expect(await ground.run('layered', 'touch /base/file 2>/dev/null || echo refused')).toBe('refused\n')
      const overlay = 'lowerdir=/base,upperdir=/disk/upper,workdir=/disk/work,userxattr'
      const lay = `mkdir /disk/upper /disk/work /over && mount -t overlay -o ${overlay} none /over && echo new >/over/etc/new`
      expect(await ground.run('layered', `${lay}; chroot /over cat /etc/new; ls /disk/upper/etc`)).toBe('new\nnew\n')
    })

    it('pulls from a closed registry with its secret, and not without', async () => {
      const { address, user: username, password, close } = await startTestRegistry({ closed: true })
      const stringData = { '.dockerconfigjson': JSON.stringify({ auths: { [address]: { username, password } } }) }
      const secret = { metadata: { name: 'door' }, type: 'kubernetes.io/dockerconfigjson', stringData }
      await ground.api.create(ground.path('secrets'), secret)
      const newer = { volumes: [{ name: 'base', image: { reference: `${address}/zhisuan/tiny:1` } }] }
      const annotations = { 'zhisuan.test/newer-spec': JSON.stringify(newer) }
      const wish = { annotations, volumes: [{ name: 'base' }], volumeMounts: [mount('base')] }
      await ground.createPod('outside', wish)
      await ground.waitForPod('outside', waiting('ErrImagePull', 'no basic auth credentials'))
      await ground.createPod('inside', { ...wish, imagePullSecrets: [{ name: 'door' }] })
      await ground.waitForPod('inside', { phase: 'Running' })
      expect(await ground.run('inside', 'cat /base/hello')).toBe('hello\n')
      await close()
    })

    it('is ready when its probe has found it so', async () => {
      const exec = { command: ['test', '-e', '/tmp/ready'] }
      await ground.createPod('probed', { startupProbe: { exec, periodSeconds: 1, failureThreshold: 1000 } })
      await ground.waitForPod('probed', { phase: 'Running', ...condition('Ready', { status: 'False' }) })
      await ground.run('probed', 'touch /tmp/ready')
      await ground.waitForPod('probed', { containerStatuses: [{ started: true, ready: true }] })
    })
  })

  describe('kubernetes ground: through the API server', () => {
    const talk = 'for i in 1 2 3; do echo line $i; done; echo wrong >&2; while ! test -e /tmp/end; do sleep 0.1; done; echo bye'
    beforeAll(async () => {
      await ground.createPod('talk', { command: ['sh', '-c', talk] })
      const serve = 'mkdir /www; echo hello >/www/a; exec httpd -f -p 8000 -h /www'
      await ground.createPod('served', { command: ['sh', '-c', serve] })
      for (const name of ['talk', 'served']) await ground.waitForPod(name, { phase: 'Running' })
    })

    it.each(['v5.channel.k8s.io', 'v4.channel.k8s.io'])(
      'a command tells its exit code and both outputs (%s)',
      async (protocol) => {
        const client = await ground.exec('talk', ['sh', '-c', 'echo out; echo err >&2; exit 3'], '', protocol)
        expect(client.protocol).toBe(protocol)
        expect(await client.exitCode()).toBe(3)
        expect([1, 2].map((channel) => client.read(channel).toString())).toEqual(['out\n', 'err\n'])
      },
    )

    it('a command reads all of what is sent, and where it ends', async () => {
      const sent = Buffer.alloc(3_000_000, '0123456789abcdef')
      const client = await ground.exec('talk', ['sh', '-c', 'tee /dev/stderr | wc -c'])
      for (let at = 0; at < sent.length; at += 60_000) client.send(0, sent.subarray(at, at + 60_000))
      client.endInput()
      expect(await client.exitCode()).toBe(0)
      expect(client.read(1).toString()).toBe(`${sent.length}\n`)
      expect(client.read(2).equals(sent)).toBe(true)
    })

    it('a terminal has the size it is given', async () => {
      const client = await ground.exec('talk', ['sh'], 'stdin=1&tty=1')
      client.send(4, JSON.stringify({ Width: 123, Height: 40 }))
      client.send(0, 'sleep 0.5; stty size; exit 5\n')
      expect(await client.exitCode()).toBe(5)
      expect(client.read(1).toString()).toContain('40 123')
    })

    it('whoever attaches speaks with the container itself', async () => {
      await ground.createPod('listens', { command: ['sh', '-c', 'read word; echo got $word'], stdin: true })
      await ground.waitForPod('listens', { phase: 'Running' })
      const client = await ChannelClient.open(ground.api, `${ground.path('pods', 'listens')}/attach?stdin=1&stdout=1`)
      client.send(0, 'it\n')
      expect(await client.exitCode()).toBe(0)
      expect(client.read(1).toString()).toBe('got it\n')
      await ground.waitForPod('listens', { phase: 'Succeeded' })
    })

    it('nobody comes to a pod that is not there, nor to a container', async () => {
      await expect(ground.exec('nobody', ['true'])).rejects.toThrow('404')
      await expect(ground.exec('talk', ['true'], 'container=other')).rejects.toThrow('400')
    })

    it('logs are read from their tail, with times, and as they come', async () => {
      expect(await ground.readLogs('talk')).toContain('line 1\nline 2\nline 3\n')
      await waitUntil(async () => expect(await ground.readLogs('talk')).toContain('wrong'))
      expect((await ground.readLogs('talk', 'tailLines=2&timestamps=true')).trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z /),
        expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z /),
      ])
      const followed = ground.readLogs('talk', 'follow=true&tailLines=0')
      await ground.run('talk', 'touch /tmp/end')
      expect(await followed).toBe('bye\n')
      await ground.waitForPod('talk', { phase: 'Succeeded' })
      expect(await ground.readLogs('talk')).toContain('bye\n')
    })

    it('the bytes of a port go both ways', async () => {
      const path = `${ground.path('pods', 'served')}/portforward?ports=8000`
      const client = await ChannelClient.open(ground.api, path, 'v4.channel.k8s.io')
      client.send(0, 'GET /a HTTP/1.0\r\n\r\n')
      await waitUntil(() => expect(client.read(0).toString()).toMatch(/200 OK.*hello\n$/s))
      expect(client.read(0).readUInt16LE()).toBe(8000)
    })

    it('a port where nobody listens says so', async () => {
      const path = `${ground.path('pods', 'served')}/portforward?ports=8001`
      const client = await ChannelClient.open(ground.api, path, 'v4.channel.k8s.io')
      await waitUntil(() => expect(client.read(1).subarray(2).toString()).toContain('ECONNREFUSED'))
    })
  })

  describe('kubernetes ground: a claim', () => {
    const onDisk = (claimName: string) => ({
      volumes: [{ name: 'disk', persistentVolumeClaim: { claimName } }],
      volumeMounts: [{ name: 'disk', mountPath: '/workspace', subPath: 'data' }],
    })

    it.each(['network', 'local'] as const)('of the class %s outlives its pods, and its disk goes with it', async (kind) => {
      const { uid } = (await ground.createClaim(kind, ground.kubelet.storage_classes[kind])).metadata
      await ground.createPod(`${kind}-1`, onDisk(kind))
      await ground.waitForPod(`${kind}-1`, { phase: 'Running' })
      await ground.run(`${kind}-1`, 'echo kept >/workspace/file')
      await ground.api.delete(ground.path('pods', `${kind}-1`))
      await ground.waitUntilGone('pods', `${kind}-1`)
      await ground.createPod(`${kind}-2`, onDisk(kind))
      await ground.waitForPod(`${kind}-2`, { phase: 'Running' })
      expect(await ground.run(`${kind}-2`, 'cat /workspace/file')).toBe('kept\n')
      const listDisks = async () => (await ground.docker.listVolumes()).Volumes.filter(({ Name }) => Name === `pvc-${uid}`).length
      await ground.api.delete(ground.path('persistentvolumeclaims', kind))
      expect([await listDisks(), (await ground.getPod(`${kind}-2`)).status.phase]).toEqual([1, 'Running'])
      await ground.api.delete(ground.path('pods', `${kind}-2`))
      await ground.waitUntilGone('persistentvolumeclaims', kind)
      await waitUntil(async () => expect(await listDisks()).toBe(0))
    })

    it('that nobody provisions keeps its pod waiting, until somebody does', async () => {
      ground.kubelet.holdClaims(true)
      await ground.createClaim('late', ground.kubelet.storage_classes.network)
      await ground.createPod('on-late', onDisk('late'))
      const unbound = { reason: 'Unschedulable', message: expect.stringContaining('unbound immediate PersistentVolumeClaims') }
      await ground.waitForPod('on-late', { phase: 'Pending', ...condition('PodScheduled', unbound) })
      ground.kubelet.holdClaims(false)
      await ground.waitForPod('on-late', { phase: 'Running' })
    })

    it('grows', async () => {
      await ground.createClaim('small', ground.kubelet.storage_classes.network)
      const path = ground.path('persistentvolumeclaims', 'small')
      await waitUntil(async () => expect(await ground.api.get(path)).toMatchObject({ status: { phase: 'Bound' } }))
      await ground.api.patch(path, { spec: { resources: { requests: { storage: '2Gi' } } } })
      await waitUntil(async () => expect(await ground.api.get(path)).toMatchObject({ status: { capacity: { storage: '2Gi' } } }))
    })
  })
}, clusterObstacle)

const mount = (name: string) => ({ name, mountPath: `/${name}` })
