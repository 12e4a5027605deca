import { createStore } from './store.ts'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'
export interface Toast {
  key: string
  kind: ToastKind
  message: string
  description?: string | undefined
  /** Shown as a button, which also closes the toast. */
  action?: { label: string; run: () => void } | undefined
  /** Display time in ms; 0 stays until closed. */
  ms: number
}

const shown = createStore<readonly Toast[]>([])
const maxToasts = 4
/** Default display time per kind: longer for errors, which must be read, than for successes. */
const defaultMs: Record<ToastKind, number> = { success: 3000, info: 4000, warning: 6000, error: 6000 }

const close = (key: string) => shown.set(shown.get().filter((toast) => toast.key !== key))

/** Opens a toast; an identical one is replaced in place, so that no message appears twice. */
const open = (kind: ToastKind, message: string, options: Partial<Omit<Toast, 'kind' | 'message'>> = {}): string => {
  const key = options.key ?? `${kind}:${message}`
  const toast: Toast = { ms: defaultMs[kind], ...options, key, kind, message }
  shown.set([...shown.get().filter((other) => other.key !== key), toast].slice(-maxToasts))
  return key
}
type Options = Parameters<typeof open>[2]

/** Short messages for site and console, rendered by `Toaster`. */
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
