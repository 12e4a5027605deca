/** The parts of the cluster's objects that the driver reads and writes. */

interface ObjectMeta {
  name: string
  uid: string
  resourceVersion: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  creationTimestamp: string
  deletionTimestamp?: string
}

export interface ClusterObject {
  metadata: ObjectMeta
}

export interface ApiList<T> {
  metadata: { resourceVersion: string; continue?: string }
  items: T[]
}

interface Condition {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason?: string
  message?: string
  lastTransitionTime?: string
}

export interface PodContainerStatus {
  name: string
  /** Which image it runs, in words of the node's runtime. */
  imageID?: string
  state?: {
    waiting?: { reason?: string; message?: string }
    running?: { startedAt: string }
    terminated?: { reason?: string; exitCode: number; message?: string }
  }
}

interface ContainerResources {
  requests?: Record<string, string>
  limits?: Record<string, string>
}

export interface ClusterPod extends ClusterObject {
  spec: {
    nodeName?: string
    initContainers?: { resources?: ContainerResources }[]
    containers: { resources?: ContainerResources }[]
  }
  status: {
    phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown'
    reason?: string
    message?: string
    podIP?: string
    conditions?: Condition[]
    initContainerStatuses?: PodContainerStatus[]
    containerStatuses?: PodContainerStatus[]
  }
}

export interface VolumeClaim extends ClusterObject {
  spec: { storageClassName?: string; volumeName?: string; resources: { requests: { storage: string } } }
  status: { phase?: string }
}

export interface ClusterNode extends ClusterObject {
  spec: { unschedulable?: boolean; taints?: { key: string; value?: string; effect: string }[] }
  status: { allocatable?: Record<string, string>; conditions?: Condition[]; nodeInfo?: { kernelVersion: string } }
}

export interface PodEvent extends ClusterObject {
  reason: string
  message: string
  lastTimestamp?: string
  eventTime?: string
}

export interface ClusterSecret extends ClusterObject {
  data?: Record<string, string>
}
