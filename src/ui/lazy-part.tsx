import { type ComponentType, type FC, useContext, useEffect, useState } from 'react'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { type Chunk, ChunkError, chunkOf, type Load, PageOutline } from './chunk.ts'
import { ErrorBoundary, type Failure } from './ErrorBoundary.tsx'
import { PartFailed } from './PartFailed.tsx'
import { createListeners } from './store.ts'
import { toast } from './toast.ts'

export type Lazy<Props> = FC<Props> & Pick<Chunk<Props>, 'preload'>

/** Draws a chunk. Once it is on the page it is not drawn by another component, which would lose what it holds. */
const drawing = <Props,>({ drawn }: Chunk<Props>) =>
  function Drawing(props: Props & object) {
    const [Drawn] = useState(() => drawn() as ComponentType<object>)
    return <Drawn {...props} />
  }

const kept = <Props, L>(
  make: (chunk: Chunk<Props>) => FC<Props & object>,
  made: WeakMap<object, unknown>,
  load: Load<Props>,
): L => {
  const chunk = chunkOf(load)
  const known = made.get(chunk) as L | undefined
  if (known) return known
  const part = Object.assign(make(chunk), { preload: chunk.preload }) as L
  made.set(chunk, part)
  return part
}

const pages = new WeakMap<object, unknown>()
const parts = new WeakMap<object, unknown>()
const dialogs = new WeakMap<object, unknown>()

/** A page of its own chunk. Without its code there is no page: an outline stands for it, and the boundary around it says so. */
export const lazyPage = <Props,>(load: Load<Props>): Lazy<Props> =>
  kept(
    ({ drawn, drawnOutlined }: Chunk<Props>) =>
      function Page(props: Props & object) {
        const outlined = useContext(PageOutline) !== null
        const [Drawn] = useState(() => (outlined ? drawnOutlined() : drawn()) as ComponentType<object>)
        return <Drawn {...props} />
      },
    pages,
    load,
  )

const failed_parts = createListeners()

/** Has every part whose code did not come ask for it once more. To be called when the line is back. */
export const retryFailedParts = failed_parts.notify

function MissingPart({ small, ...failure }: Failure & { small: boolean }) {
  const { error, retry } = failure
  useEffect(() => (error instanceof ChunkError ? failed_parts.add(retry) : undefined), [error, retry])
  return <PartFailed {...failure} small={small} />
}

/** A part of a page. Where its code does not come, or it cannot be drawn, a line in its place says so, and the page stays. */
export const lazyPart = <Props,>(load: Load<Props>, { small = false } = {}): Lazy<Props> =>
  kept(
    (chunk: Chunk<Props>) => {
      const Drawing = drawing(chunk)
      return function Part(props) {
        return (
          <ErrorBoundary fallback={(failure) => <MissingPart {...failure} small={small} />}>
            <Drawing {...props} />
          </ErrorBoundary>
        )
      }
    },
    parts,
    load,
  )

function NotOpened({ error, onFailed }: { error: unknown; onFailed: (() => void) | undefined }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    onFailed?.()
    if (!(error instanceof ChunkError)) {
      toast.error('没有打开', { description: '这里出现异常。请重试；若仍然出现，请联系客服' })
      return
    }
    toast.error('没有打开', { description: '这一部分没有加载完整。请检查网络，然后再点一次' })
    void isPlatformUp().then((up) => {
      if (!up) return
      toast.error('没有打开', {
        description: '这一部分没有加载完整。请再点一次；若平台刚刚更新，刷新页面即可',
        action: { label: '刷新页面', run: () => window.location.reload() },
      })
    })
  }, [])
  return null
}

interface Opened {
  onClose?: (() => void) | undefined
  /** Undoes what opened it, where closing is called otherwise. */
  onFailed?: (() => void) | undefined
}

/** What an act opens: a dialog, a menu, a drawer. Where its code does not come it closes again, a toast says so, and the next act asks anew. */
export const lazyDialog = <Props,>(load: Load<Props>): Lazy<Props & Pick<Opened, 'onFailed'>> =>
  kept(
    (chunk: Chunk<Props>) => {
      const Drawing = drawing(chunk)
      return function Dialog({ onFailed, ...props }: Opened & Props & object) {
        return (
          <ErrorBoundary fallback={({ error }) => <NotOpened error={error} onFailed={onFailed ?? props.onClose} />}>
            <Drawing {...(props as Props & object)} />
          </ErrorBoundary>
        )
      }
    },
    dialogs,
    load,
  )
