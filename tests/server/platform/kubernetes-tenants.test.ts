import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { defaultNamespace } from '#contract/operator/clusters.ts'
import { listSchemaFaults, type Manifest } from '#tests/support/kubernetes-schema.ts'

interface Rule {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
}
interface Peer {
  ipBlock?: { cidr: string; except: string[] }
  podSelector?: { matchLabels: Record<string, string> }
}
interface Any extends Manifest {
  metadata: { name: string; namespace?: string; labels?: object; annotations?: object }
  type?: string
  rules: Rule[]
  roleRef: { kind: string; name: string }
  subjects: { kind: string; name: string; namespace: string }[]
  spec: { podSelector: object; policyTypes: string[]; ingress?: unknown; egress: { to: Peer[]; ports?: { port: number }[] }[] }
}

const folder = 'deploy/kubernetes/tenants'
const { namespace, resources } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as {
  namespace: string
  resources: string[]
}
const manifests = resources.flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => document.toJS() as Any),
)
const pick = (kind: string) => manifests.find((manifest) => manifest.kind === kind)!
const listRights = (kind: string) =>
  pick(kind).rules.map(({ resources: of, verbs, apiGroups }) => [apiGroups.join(), of.join(), verbs.toSorted().join(' ')])

/** Debian 12's kubectl holds a kustomize of 2019. */
const hasKustomize = (() => {
  try {
    return /Kustomize Version: v[45]/.test(execFileSync('kubectl', ['version', '--client'], { encoding: 'utf8' }))
  } catch {
    return false
  }
})()

describe('decision 121 deploy/kubernetes/tenants', () => {
  it('keeps to the schema of Kubernetes, and has no field that it does not know', () =>
    expect(manifests.flatMap(listSchemaFaults)).toEqual([]))

  it('is for the namespace that an engine has unless it names another, with a level that is enforced', () => {
    expect(namespace).toBe(defaultNamespace)
    expect(pick('Namespace').metadata).toMatchObject({
      name: defaultNamespace,
      labels: { 'pod-security.kubernetes.io/enforce': 'baseline', 'pod-security.kubernetes.io/warn': 'restricted' },
    })
  })

  it('gives an account what the platform needs, and nothing else', () => {
    expect(listRights('Role')).toEqual([
      ['', 'pods', 'create delete get list watch'],
      ['', 'pods/exec', 'create get'],
      ['', 'pods/log', 'get'],
      ['', 'persistentvolumeclaims', 'create delete get list patch watch'],
      ['', 'secrets', 'create delete get patch'],
      ['', 'events', 'list'],
      ['networking.k8s.io', 'networkpolicies', 'list'],
    ])
    expect(listRights('ClusterRole')).toEqual([
      ['', 'nodes', 'get list watch'],
      ['', 'pods', 'list'],
      ['storage.k8s.io', 'storageclasses', 'list'],
    ])
    const { name } = pick('ServiceAccount').metadata
    for (const [binding, role] of [
      ['RoleBinding', 'Role'],
      ['ClusterRoleBinding', 'ClusterRole'],
    ] as const) {
      expect(pick(binding).roleRef).toMatchObject({ kind: role, name: pick(role).metadata.name })
      expect(pick(binding).subjects).toEqual([{ kind: 'ServiceAccount', name, namespace }])
    }
    expect(pick('Secret')).toMatchObject({
      type: 'kubernetes.io/service-account-token',
      metadata: { annotations: { 'kubernetes.io/service-account.name': name } },
    })
  })

  it('lets nobody in, and instances out to the internet and to names only', () => {
    const { spec } = pick('NetworkPolicy')
    expect(spec).toMatchObject({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    expect(spec.ingress).toBeUndefined()
    const isOpen = (address: string) =>
      spec.egress.some(({ to }) =>
        to.some(({ ipBlock }) => {
          const family = isIPv6(address) ? 'ipv6' : 'ipv4'
          const isIn = (nets: readonly string[]) => {
            const list = new BlockList()
            for (const net of nets)
              list.addSubnet(net.split('/')[0]!, Number(net.split('/')[1]), isIPv6(net.split('/')[0]!) ? 'ipv6' : 'ipv4')
            return list.check(address, family)
          }
          return (
            ipBlock !== undefined &&
            isIPv6(ipBlock.cidr.split('/')[0]!) === isIPv6(address) &&
            isIn([ipBlock.cidr]) &&
            !isIn(ipBlock.except)
          )
        }),
      )
    for (const inside of ['10.96.0.1', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.100.100.200', 'fd00::1', 'fe80::1'])
      expect([inside, isOpen(inside)]).toEqual([inside, false])
    for (const outside of ['1.1.1.1', '172.32.0.1', '2606:4700::1111'])
      expect([outside, isOpen(outside)]).toEqual([outside, true])
    const names = spec.egress.filter(({ ports }) => ports)
    expect(names).toMatchObject([{ to: [{ podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }] }])
    expect(new Set(names.flatMap(({ ports }) => ports!.map(({ port }) => port)))).toEqual(new Set([53]))
  })

  it.skipIf(!hasKustomize)('is moved to another namespace by one line', () => {
    const moved = mkdtempSync(join(tmpdir(), 'zhisuan-tenants-'))
    try {
      cpSync(folder, moved, { recursive: true })
      const file = join(moved, 'kustomization.yaml')
      writeFileSync(file, readFileSync(file, 'utf8').replace(`namespace: ${namespace}`, 'namespace: rented'))
      const made = execFileSync('kubectl', ['kustomize', moved], { encoding: 'utf8' })
      const objects = parseAllDocuments(made).map((document) => document.toJS() as Any)
      expect(objects).toHaveLength(manifests.length)
      const places = objects.flatMap(({ kind, metadata, subjects = [] }) => [
        ...(kind === 'Namespace' ? [metadata.name] : []),
        ...(metadata.namespace ? [metadata.namespace] : []),
        ...subjects.map((subject) => subject.namespace),
      ])
      expect(new Set(places)).toEqual(new Set(['rented']))
    } finally {
      rmSync(moved, { recursive: true, force: true })
    }
  })
})
