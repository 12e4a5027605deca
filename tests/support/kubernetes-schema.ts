import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1'
import { ConfigMap, Namespace, Secret, Service, ServiceAccount } from 'kubernetes-models/v1'

const models = {
  ...{ ConfigMap, Deployment, Ingress, Namespace, NetworkPolicy, PodDisruptionBudget, Secret, Service },
  ...{ ClusterRole, ClusterRoleBinding, Role, RoleBinding, ServiceAccount },
}

/** An object of Kubernetes as it is written in a manifest. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

/** Returns `value` such that fields nobody has looked at are in `unread`, as paths. */
function watchReads<T extends object>(value: T, path: string, unread: Set<string>): T {
  for (const key of Object.keys(value)) unread.add(`${path}.${key}`)
  return new Proxy(value, {
    get(target, key, receiver) {
      const found: unknown = Reflect.get(target, key, receiver)
      if (typeof key !== 'string') return found
      unread.delete(`${path}.${key}`)
      return typeof found === 'object' && found !== null ? watchReads(found, `${path}.${key}`, unread) : found
    },
    ownKeys(target) {
      for (const key of Object.keys(target)) unread.delete(`${path}.${key}`)
      return Reflect.ownKeys(target)
    },
  })
}

/**
 * What Kubernetes' own schema says against `manifest`, a line each: values of a wrong kind, missing fields, and fields that it does
 * not know, which the schema itself lets pass and a cluster refuses or drops.
 */
export function listSchemaFaults(manifest: Manifest): string[] {
  const model = models[manifest.kind as keyof typeof models]
  if (!model) return [`no schema for ${manifest.kind}`]
  if (new model({ metadata: {} } as never).apiVersion !== manifest.apiVersion)
    return [`${manifest.kind} in ${manifest.apiVersion}`]
  const unread = new Set<string>()
  try {
    // a model made of the manifest would be a copy, whose fields have all been read
    model.prototype.validate.call(watchReads(manifest, manifest.kind, unread))
  } catch (error) {
    return [(error as Error).message]
  }
  return [...unread].map((field) => `${manifest.metadata.name}: unknown field ${field}`)
}
