import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { auth } from '#contract/auth.ts'
import { exportTasks } from '#contract/export-tasks.ts'
import { fileStorage, tusPath } from '#contract/file-storage.ts'
import { terminalPath } from '#contract/instances.ts'
import { readServerConfig } from '#server/config/config.ts'
import { listSchemaFaults, type Manifest } from '#tests/support/kubernetes-schema.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'

const run = promisify(execFile)
const goldenFile = new URL('./kubernetes.golden.yaml', import.meta.url).pathname

/** Debian 12's kubectl holds a kustomize of 2019, which knows neither `patches` nor `envs`. */
const hasKustomize = (() => {
  try {
    return /Kustomize Version: v[45]/.test(execFileSync('kubectl', ['version', '--client'], { encoding: 'utf8' }))
  } catch {
    return false
  }
})()

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'zhisuan-kubernetes-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const makeOverlay = (folder: string, ...names: string[]) =>
  run('sh', ['deploy/kubernetes/new-overlay.sh', join(dir, folder), ...names])
const names = ['gpu.example.cn', 'links.example.cn', 'gpu-1', '998']

const filled = {
  'settings.env': {
    TRUST_PROXY: '10.42.0.0/16',
    S3_ENDPOINT: 'https://s3.example.cn',
    S3_ACCESS_KEY_ID: 'zhisuan',
    BANK_NAME: plainDeployment.BANK_NAME,
    BANK_ACCOUNT_NAME: plainDeployment.BANK_ACCOUNT_NAME,
    BANK_ACCOUNT_NUMBER: plainDeployment.BANK_ACCOUNT_NUMBER,
  },
  'secrets.env': {
    SECRET_KEY: Buffer.alloc(48, 1).toString('base64'),
    METRICS_TOKEN: 'm'.repeat(32),
    DATABASE_URL: 'postgres://zhisuan:geheim@db.example.cn:5432/zhisuan',
    S3_SECRET_ACCESS_KEY: 'geheim',
  },
}

/** What the operator does by hand: fills in what stands empty. */
async function fillIn(folder: string): Promise<void> {
  for (const [file, values] of Object.entries(filled)) {
    const path = join(dir, folder, file)
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => !Object.keys(values).includes(line.split('=')[0]!))
    const more = Object.entries(values).map(([name, value]) => `${name}=${value}`)
    await writeFile(path, [...lines.filter(Boolean), ...more, ''].join('\n'))
  }
}

interface Pod {
  automountServiceAccountToken: boolean
  enableServiceLinks: boolean
  terminationGracePeriodSeconds: number
  securityContext: Record<string, unknown>
  containers: {
    env: { name: string; value: string }[]
    ports: { name: string; containerPort: number }[]
    securityContext: unknown
    readinessProbe: unknown
  }[]
}
interface Port {
  name: string
  targetPort: string
}
interface Any extends Manifest {
  data: Record<string, string>
  spec: {
    replicas: number
    selector: { matchLabels: object }
    template: { metadata: { labels: object }; spec: Pod }
    ports: Port[]
    rules: { host: string; http: { paths: { path: string; pathType: string; backend: { service: Backend } }[] } }[]
    ingress: { ports: { port: number }[] }[]
  }
}
interface Backend {
  name: string
  port: { name: string }
}

let manifests: Any[]
beforeAll(async () => {
  manifests = parseAllDocuments(await readFile(goldenFile, 'utf8')).map((document) => document.toJS() as Any)
  // kustomize breaks long secrets into lines, which a cluster takes and the schema does not
  for (const { data } of list('Secret')) for (const key of Object.keys(data)) data[key] = data[key]!.replace(/\s/g, '')
})
const list = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const pick = (kind: string, name: string) => list(kind).find((manifest) => manifest.metadata.name === name)!
const podOf = (name: string) => pick('Deployment', name).spec.template.spec
const nodeNames = ['api', 'gateway', 'worker']

/** What a node of `name` finds in its environment, as the image and the manifests have it. */
async function readEnvironment(name: string): Promise<Record<string, string>> {
  const [, image = ''] = /^ENV (.+)$/m.exec(await readFile('deploy/Dockerfile', 'utf8')) ?? []
  const [settings, secrets] = [list('ConfigMap')[0]!.data, list('Secret')[0]!.data]
  return {
    ...Object.fromEntries(image.split(' ').map((pair) => pair.split('=') as [string, string])),
    ...settings,
    ...Object.fromEntries(Object.entries(secrets).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()])),
    ...Object.fromEntries(podOf(name).containers[0]!.env.map(({ name: key, value }) => [key, value])),
  }
}

describe('decision 109 deploy/kubernetes/new-overlay.sh', () => {
  it('writes a folder that only its owner reads, with secrets of its own', async () => {
    await makeOverlay('first', ...names)
    await makeOverlay('second', ...names)
    expect((await stat(join(dir, 'first'))).mode & 0o777).toBe(0o700)
    const secrets = await Promise.all(['first', 'second'].map((folder) => readFile(join(dir, folder, 'secrets.env'), 'utf8')))
    const keys = secrets.map((text) => /^SECRET_KEY=(.{64})$/m.exec(text)?.[1])
    expect([...keys, new Set(keys).size]).toEqual([expect.any(String), expect.any(String), 2])
  })

  it('touches no folder that is there', async () => {
    await makeOverlay('mine', ...names)
    const before = await readFile(join(dir, 'mine/secrets.env'), 'utf8')
    await expect(makeOverlay('mine', ...names)).rejects.toMatchObject({ stderr: expect.stringContaining('已经存在，没有改动') })
    expect(await readFile(join(dir, 'mine/secrets.env'), 'utf8')).toBe(before)
  })

  it.each([
    [['https://gpu.example.cn', 'links.example.cn', 'gpu-1'], '不是域名'],
    [['gpu.example.cn', 'links', 'gpu-1'], '不是域名'],
    [['gpu.example.cn', 'links.example.cn', 'GPU 1'], '不是节点名'],
    [['gpu.example.cn', 'links.example.cn', 'gpu-1', 'docker'], '不是组号'],
    [['gpu.example.cn'], '用法'],
  ])('refuses %j and writes nothing', async (wrong, message) => {
    await expect(makeOverlay('wrong', ...wrong)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
    await expect(stat(join(dir, 'wrong'))).rejects.toThrow()
  })
})

describe('decision 109 The platform in Kubernetes', () => {
  it.skipIf(!hasKustomize)('is what kustomize makes of the folder', async () => {
    await makeOverlay('golden', ...names)
    await fillIn('golden')
    const { stdout } = await run('kubectl', ['kustomize', join(dir, 'golden')])
    await expect(stdout).toMatchFileSnapshot(goldenFile)
  })

  it('keeps to the schema of Kubernetes, and has no field that it does not know', () => {
    expect(manifests.flatMap(listSchemaFaults)).toEqual([])
    const misspelt = structuredClone(pick('Service', 'api'))
    Object.assign(misspelt.spec.ports[0]!, { targetport: 80 })
    expect(listSchemaFaults(misspelt)).toEqual(['api: unknown field Service.spec.ports.0.targetport'])
  })

  it('starts every node with settings that a start accepts', async () => {
    for (const [name, drainSeconds] of [
      ['api', 60],
      ['worker', 60],
      ['gateway', 3600],
    ] as const) {
      const config = readServerConfig(await readEnvironment(name))
      expect([config.real_deployment, config.port, config.drain_ms]).toEqual([true, 8000, drainSeconds * 1000])
      expect([name, config.role.serves_api, config.role.runs_jobs, config.role.opens_gateways]).toEqual([
        name,
        name === 'api',
        name === 'worker',
        name === 'gateway',
      ])
      // the variables that a cluster sets for its Services are named as settings of ours are
      expect(podOf(name)).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: false })
      expect(podOf(name).terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds)
    }
  })

  it('tells people the port of the SSH Service, and opens the one of the image', async () => {
    const [api, gateway] = [readServerConfig(await readEnvironment('api')), readServerConfig(await readEnvironment('gateway'))]
    expect([api.ssh, gateway.ssh?.port]).toEqual([{ port: 22, public_host: 'ssh.gpu.example.cn' }, 2222])
    expect(pick('Service', 'ssh').spec).toMatchObject({
      externalTrafficPolicy: 'Local',
      ports: [expect.objectContaining({ port: 22, targetPort: 'ssh' })],
    })
  })

  it('runs nodes as nobody special, two of each, with a root that cannot be written', () => {
    expect(list('Deployment').map(({ metadata }) => metadata.name)).toEqual(nodeNames)
    for (const { spec } of list('Deployment')) {
      expect(spec.replicas).toBe(2)
      expect(spec.template.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(spec.template.spec.containers).toMatchObject([
        {
          readinessProbe: { httpGet: { path: '/healthz', port: 'http' } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ])
    }
  })

  it('lets an upgrade of the cluster take away one node of a kind at a time', () => {
    for (const name of nodeNames)
      expect(pick('PodDisruptionBudget', name).spec).toMatchObject({
        maxUnavailable: 1,
        selector: { matchLabels: pick('Deployment', name).spec.template.metadata.labels },
      })
  })

  it('leads every Service and every path to a port that is open', () => {
    const opened = (service: Any) => {
      const { selector, ports } = service.spec
      const behind = list('Deployment').filter(({ spec }) =>
        Object.entries(selector).every(([key, value]) => Reflect.get(spec.template.metadata.labels, key) === value),
      )
      expect(behind).toHaveLength(1)
      const names = behind[0]!.spec.template.spec.containers[0]!.ports.map((port) => port.name)
      for (const { targetPort } of ports) expect(names).toContain(targetPort)
    }
    list('Service').forEach(opened)
    for (const { spec } of list('Ingress'))
      for (const { backend } of spec.rules.flatMap((rule) => rule.http.paths))
        expect(pick('Service', backend.service.name).spec.ports.map((port) => port.name)).toContain(backend.service.port.name)
    const doors = list('NetworkPolicy').flatMap(({ spec }) =>
      (spec.ingress ?? []).flatMap(({ ports }) => ports.map(({ port }) => port)),
    )
    const ports = list('Deployment').flatMap(({ spec }) =>
      spec.template.spec.containers[0]!.ports.map((port) => port.containerPort),
    )
    expect(new Set(doors)).toEqual(new Set(ports))
  })

  it('sends what carries many bytes to gateway nodes, and calls to api nodes', () => {
    const [site] = list('Ingress').flatMap(({ spec }) => spec.rules.filter(({ host }) => host === 'gpu.example.cn'))
    const findService = (path: string) =>
      site!.http.paths.find((rule) => (rule.pathType === 'Exact' ? rule.path === path : path.startsWith(rule.path)))?.backend
        .service.name
    const bytes = [
      tusPath,
      `${tusPath}/a1`,
      terminalPath,
      fileStorage.download.path,
      '/api/v1/data_set/file',
      exportTasks.download.path,
    ]
    expect(bytes.map(findService)).toEqual(bytes.map(() => 'gateway'))
    expect(['/home', '/assets/index.js', auth.login.path, fileStorage.list.path].map(findService)).toEqual(Array(4).fill('api'))
  })
})
