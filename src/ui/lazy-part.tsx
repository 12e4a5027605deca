import { type ComponentType, type FC, useContext, useEffect, useState } from 'react'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { type Chunk, ChunkError, type ChunkLoader, getChunk, PageOutline } from './chunk.ts'
import { type BoundaryFailure, ErrorBoundary } from './ErrorBoundary.tsx'
import { Icon } from './Icon.tsx'
import styles from './lazy-part.module.css'
import { createListenerSet } from './store.ts'
import { toast } from './toast.ts'

const causeLabels = { unknown: '没有加载完整', cut: '连不上平台', replaced: '平台已更新' }

/** Error view in place of a missing part of the page. `small` shows only a button. */
function PartFailed({ error, cause, retrying, retry, small }: BoundaryFailure & { small: boolean }) {
  const isChunk = error instanceof ChunkError
  const said = isChunk ? causeLabels[cause] : '这里出现异常'
  const reloads = isChunk && cause === 'replaced'
  const act = reloads ? '刷新页面' : '重试'
  return (
    <span className={styles.failed} role="alert">
      <span className={small ? 'visually-hidden' : styles.words}>{said}</span>
      <button
        type="button"
        className={styles.button}
        aria-busy={retrying}
        onClick={reloads ? () => window.location.reload() : retry}
        {...(small && { 'aria-label': act, title: `${said}，${act}` })}
      >
        {small ? <Icon name="refresh" /> : retrying ? '正在重试' : act}
      </button>
    </span>
  )
}

type LazyComponent<Props> = FC<Props> & Pick<Chunk<Props>, 'preload'>

/** Renders a chunk. Keeps the same component once mounted, because a switch would lose its state. */
const drawing = <Props,>({ drawn }: Chunk<Props>) =>
  function Drawing(props: Props & object) {
    const [Drawn] = useState(() => drawn() as ComponentType<object>)
    return <Drawn {...props} />
  }

const memoizeByLoader = <Props, L>(
  make: (chunk: Chunk<Props>) => FC<Props & object>,
  made: WeakMap<object, unknown>,
  load: ChunkLoader<Props>,
): L => {
  const chunk = getChunk(load)
  const known = made.get(chunk) as L | undefined
  if (known) return known
  const part = Object.assign(make(chunk), { preload: chunk.preload }) as L
  made.set(chunk, part)
  return part
}

const pages = new WeakMap<object, unknown>()
const parts = new WeakMap<object, unknown>()
const dialogs = new WeakMap<object, unknown>()

/** Creates a page in its own chunk. Shows an outline while the code loads; the surrounding boundary reports a failure. */
export const lazyPage = <Props,>(load: ChunkLoader<Props>): LazyComponent<Props> =>
  memoizeByLoader(
    ({ drawn, drawnOutlined }: Chunk<Props>) =>
      function Page(props: Props & object) {
        const outlined = useContext(PageOutline) !== null
        const [Drawn] = useState(() => (outlined ? drawnOutlined() : drawn()) as ComponentType<object>)
        return <Drawn {...props} />
      },
    pages,
    load,
  )

const failedParts = createListenerSet()

/** Makes all parts whose code failed to load try again. Call it when the connection is restored. */
export const retryFailedParts = failedParts.notify

function RetriedPart({ small, ...failure }: BoundaryFailure & { small: boolean }) {
  const { error, retry } = failure
  useEffect(() => {
    if (!(error instanceof ChunkError)) return
    const forget = failedParts.add(retry)
    // A stream that lived on is never restored, though files may have been lost meanwhile.
    window.addEventListener('online', retry)
    return () => {
      forget()
      window.removeEventListener('online', retry)
    }
  }, [error, retry])
  return <PartFailed {...failure} small={small} />
}

/** Creates a part of a page in its own chunk. If it fails to load or render, an error line replaces it and the page stays. */
export const lazyPart = <Props,>(load: ChunkLoader<Props>, { small = false } = {}): LazyComponent<Props> =>
  memoizeByLoader(
    (chunk: Chunk<Props>) => {
      const Drawing = drawing(chunk)
      return function Part(props) {
        return (
          <ErrorBoundary fallback={(failure) => <RetriedPart {...failure} small={small} />}>
            <Drawing {...props} />
          </ErrorBoundary>
        )
      }
    },
    parts,
    load,
  )

function FailedDialog({ error, onFailed }: { error: unknown; onFailed: (() => void) | undefined }) {
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
  /** Undoes the opening action, if closing has another name than `onClose`. */
  onFailed?: (() => void) | undefined
}

/**
 * Creates an overlay opened by an action: dialog, menu or drawer. If its code fails to load, it closes, a toast reports it, and
 * the next action tries again.
 */
export const lazyDialog = <Props,>(load: ChunkLoader<Props>): LazyComponent<Props & Pick<Opened, 'onFailed'>> =>
  memoizeByLoader(
    (chunk: Chunk<Props>) => {
      const Drawing = drawing(chunk)
      return function Dialog({ onFailed, ...props }: Opened & Props & object) {
        return (
          <ErrorBoundary fallback={({ error }) => <FailedDialog error={error} onFailed={onFailed ?? props.onClose} />}>
            <Drawing {...(props as Props & object)} />
          </ErrorBoundary>
        )
      }
    },
    dialogs,
    load,
  )
