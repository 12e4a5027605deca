import { toast } from '#src/ui/toast.ts'

/** Collects the messages of toasts from now on, in order: on a busy machine one may be gone before the page it speaks of is drawn. */
export function recordToasts(): readonly string[] {
  const said: string[] = []
  const known = new Set(toast.get())
  toast.subscribe(() => {
    for (const shown of toast.get()) {
      if (known.has(shown)) continue
      known.add(shown)
      said.push(shown.message)
    }
  })
  return said
}
