import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readServerConfig } from '#server/config/config.ts'
import { buildKubernetesConfig } from '#server/config/kubernetes.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'zhisuan-kubeconfig-'))
  await writeFile(join(dir, 'kubeconfig'), 'apiVersion: v1\n')
  await writeFile(join(dir, 'ca.crt'), 'of the cluster')
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const read = (env: NodeJS.ProcessEnv) =>
  readServerConfig({ COMPUTE: 'kubernetes', KUBECONFIG: join(dir, 'kubeconfig'), ...env }).kubernetes

describe('decision 121 COMPUTE=kubernetes', () => {
  it('is reached by a kubeconfig, and rents out every node with the ways of the cluster', () => {
    expect(read({})).toEqual({
      namespace: 'zhisuan',
      reached_by: { kubeconfig: 'apiVersion: v1\n' },
      ...{ enforces_disk_size: false, node_selector: {}, tolerated_taints: [] },
    })
  })

  it('takes its settings as people write them', () => {
    const settings = {
      ...{ KUBERNETES_NAMESPACE: 'tenants', KUBERNETES_STORAGE_CLASS: 'ceph-block', KUBERNETES_DISK_QUOTA: '1' },
      ...{ KUBERNETES_NODE_SELECTOR: 'zhisuan/rent=yes, pool=gpu', KUBERNETES_TOLERATED_TAINTS: 'nvidia.com/gpu,dedicated' },
      ...{ KUBERNETES_PULL_SECRET: 'registry', KUBERNETES_RUNTIME_CLASS: 'gvisor', KUBERNETES_SHARED_CLAIM: 'files' },
    }
    expect(read(settings)).toMatchObject({
      ...{ namespace: 'tenants', storage_class: 'ceph-block', enforces_disk_size: true },
      ...{ node_selector: { 'zhisuan/rent': 'yes', pool: 'gpu' }, tolerated_taints: ['nvidia.com/gpu', 'dedicated'] },
      ...{ pull_secret: 'registry', runtime_class: 'gvisor', shared_claim: 'files' },
    })
    const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, name === 'KUBERNETES_DISK_QUOTA' ? '0' : '']))
    expect(read(empty)).toEqual(read({}))
  })

  it('is reached by the account of the pod where there is no kubeconfig, with a token that is read anew', () => {
    const pod = {
      ...{ COMPUTE: 'kubernetes', KUBERNETES_NAMESPACE: '', KUBERNETES_STORAGE_CLASS: '', KUBERNETES_DISK_QUOTA: false },
      ...{ KUBERNETES_NODE_SELECTOR: '', KUBERNETES_TOLERATED_TAINTS: '', KUBERNETES_PULL_SECRET: '' },
      ...{ KUBERNETES_RUNTIME_CLASS: '', KUBERNETES_SHARED_CLAIM: '', KUBERNETES_SERVICE_PORT: '6443' },
    }
    const account = (host: string) => buildKubernetesConfig({ ...pod, KUBERNETES_SERVICE_HOST: host }, dir)?.reached_by
    expect(account('10.96.0.1')).toEqual({
      access: { server: 'https://10.96.0.1:6443', ca: 'of the cluster', token_file: join(dir, 'token') },
    })
    expect(account('fd00::1')).toMatchObject({ access: { server: 'https://[fd00::1]:6443' } })
    expect(() => buildKubernetesConfig({ ...pod, KUBERNETES_SERVICE_HOST: '10.96.0.1' }, join(dir, 'none'))).toThrow('服务账号')
  })

  it.each([
    ['KUBERNETES_NAMESPACE', 'a.b'],
    ['KUBERNETES_STORAGE_CLASS', 'ceph/block'],
    ['KUBERNETES_DISK_QUOTA', 'yes'],
    ['KUBERNETES_NODE_SELECTOR', 'gpu'],
    ['KUBERNETES_TOLERATED_TAINTS', 'gpu=true'],
    ['KUBERNETES_RUNTIME_CLASS', 'a b'],
    ['KUBECONFIG', '/nowhere/config'],
    ['KUBECONFIG', '/home/a/.kube/config:/home/b/.kube/config'],
  ])('is refused by name where it would silently do something else: %s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`配置 ${name}`)
  })

  it('is refused where nothing leads to a cluster, and leaves KUBECONFIG alone otherwise', () => {
    expect(() => read({ KUBECONFIG: '', KUBERNETES_SERVICE_HOST: '' })).toThrow('配置 COMPUTE=kubernetes 需要 KUBECONFIG')
    expect(readServerConfig({ COMPUTE: 'docker', KUBECONFIG: '/nowhere/config' }).kubernetes).toBeUndefined()
  })

  it('lets gateway nodes in, as real engines do', () => {
    const gateway = { ROLE: 'gateway', DATABASE_URL: 'postgres://localhost/zhisuan', KUBECONFIG: join(dir, 'kubeconfig') }
    expect(readServerConfig({ ...gateway, COMPUTE: 'kubernetes' }).role.opens_gateways).toBe(true)
    expect(() => readServerConfig(gateway)).toThrow('ROLE=gateway 需要 COMPUTE=docker、COMPUTE=kubernetes')
  })
})
