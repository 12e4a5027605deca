/** The parts of the cluster's objects that the stand-in kubelet reads and writes. */

interface Meta {
  name: string
  namespace: string
  uid: string
  resourceVersion: string
  annotations?: Record<string, string>
  labels?: Record<string, string>
  finalizers?: string[]
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
}

export interface ApiObject {
  metadata: Meta
}

export interface Condition {
  type: string
  status: 'True' | 'False' | 'Unknown'
  reason?: string
  message?: string
  lastTransitionTime?: string
}

interface KeyRef {
  name: string
  key: string
  optional?: boolean
}

export interface EnvEntry {
  name: string
  value?: string
  valueFrom?: { secretKeyRef?: KeyRef; configMapKeyRef?: KeyRef; fieldRef?: { fieldPath: string } }
}

interface Probe {
  exec?: { command: string[] }
  tcpSocket?: { port: number }
  periodSeconds?: number
  failureThreshold?: number
}

export interface PodContainer {
  name: string
  image: string
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
  command?: string[]
  args?: string[]
  workingDir?: string
  env?: EnvEntry[]
  tty?: boolean
  stdin?: boolean
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> }
  volumeMounts?: { name: string; mountPath: string; subPath?: string; readOnly?: boolean }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  securityContext?: {
    runAsUser?: number
    readOnlyRootFilesystem?: boolean
    capabilities?: { add?: string[]; drop?: string[] }
    seccompProfile?: { type: string }
  }
}

interface Files {
  items?: { key: string; path: string; mode?: number }[]
  defaultMode?: number
}

export interface PodVolume {
  name: string
  emptyDir?: { medium?: string; sizeLimit?: string }
  secret?: Files & { secretName: string }
  configMap?: Files & { name: string }
  persistentVolumeClaim?: { claimName: string; readOnly?: boolean }
}

export interface ContainerState {
  waiting?: { reason: string; message?: string }
  running?: { startedAt: string }
  terminated?: { reason: string; exitCode: number; startedAt: string; finishedAt: string; containerID: string; message?: string }
}

export interface ContainerStatus {
  name: string
  image: string
  imageID: string
  containerID?: string
  state: ContainerState
  ready: boolean
  started: boolean
  restartCount: number
}

export interface PodStatus {
  phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed'
  reason?: string
  message?: string
  hostIP?: string
  podIP?: string
  podIPs?: { ip: string }[]
  startTime?: string
  conditions?: Condition[]
  initContainerStatuses?: ContainerStatus[]
  containerStatuses?: ContainerStatus[]
}

export interface Pod extends ApiObject {
  spec: {
    nodeName?: string
    hostname?: string
    restartPolicy?: string
    initContainers?: PodContainer[]
    containers: PodContainer[]
    volumes?: PodVolume[]
    imagePullSecrets?: { name: string }[]
  }
  status: PodStatus
}

export interface Claim extends ApiObject {
  spec: {
    volumeName?: string
    storageClassName?: string
    accessModes: string[]
    resources: { requests: { storage: string } }
  }
  status: { phase?: string; capacity?: { storage: string } }
}

export interface PersistentVolume extends ApiObject {
  spec: {
    storageClassName?: string
    claimRef?: { uid: string; namespace: string; name: string }
    hostPath?: { path: string }
  }
}

export interface KeyedValues extends ApiObject {
  data?: Record<string, string>
}
