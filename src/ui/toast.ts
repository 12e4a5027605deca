import { createStore } from './store.ts'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'
export interface Toast {
  key: string
  kind: ToastKind
  message: string
  description?: string | undefined
  /** Shown as a button; pressing it closes the toast. */
  action?: { label: string; run: () => void } | undefined
  /** 0 stays until closed. */
  ms: number
}

const shown = createStore<readonly Toast[]>([])
const maxToasts = 4
/** Errors are read, successes only noticed. */
const defaultMs: Record<ToastKind, number> = { success: 3000, info: 4000, warning: 6000, error: 6000 }

const close = (key: string) => shown.set(shown.get().filter((toast) => toast.key !== key))

/** Shows a toast, or the same one again in its place: one message never stands twice on the screen. */
const open = (kind: ToastKind, message: string, options: Partial<Omit<Toast, 'kind' | 'message'>> = {}): string => {
  const key = options.key ?? `${kind}:${message}`
  const toast: Toast = { ms: defaultMs[kind], ...options, key, kind, message }
  shown.set([...shown.get().filter((other) => other.key !== key), toast].slice(-maxToasts))
  return key
}
type Options = Parameters<typeof open>[2]

/** Short messages of site and console alike; `Toaster` draws them. */
export const toast = {
  get: shown.get,
  subscribe: shown.subscribe,
  first: shown.first,
  close,
  clear: () => shown.set([]),
  success: (message: string, options?: Options) => open('success', message, options),
  error: (message: string, options?: Options) => open('error', message, options),
  warning: (message: string, options?: Options) => open('warning', message, options),
  info: (message: string, options?: Options) => open('info', message, options),
}
