import { Component, type ReactNode } from 'react'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { ChunkError } from './chunk.ts'
import { ErrorState } from './ErrorState.tsx'

/** Why code failed to load: the platform does not respond, or a newer version has replaced the files. */
type Cause = 'unknown' | 'cut' | 'replaced'

export interface BoundaryFailure {
  error: unknown
  cause: Cause
  retrying: boolean
  retry: () => void
}
interface Props {
  children: ReactNode
  /** Resets the boundary when it changes, for example with the address. */
  resetKey?: string
  /** Replaces the full-page error state for a part of a page. The page is then not reloaded. */
  fallback?: (failure: BoundaryFailure) => ReactNode
}
type State = Omit<BoundaryFailure, 'retry'> & { failed: boolean }

const initialBoundaryState: State = { failed: false, error: null, cause: 'unknown', retrying: false }
const soonMs = 60_000

/** Returns whether the page was reloaded a moment ago; such a reload did not help and is not repeated. */
const justReloaded = () => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload' && performance.now() < soonMs
}

const hints: Record<Cause, string> = {
  unknown: '网络不稳定，或平台刚刚更新。重试即可继续',
  cut: '连不上平台。请检查网络，稍后再试',
  replaced: '平台可能刚刚更新。请过一会儿刷新页面；若仍然出现，请联系客服',
}

/** Catches render errors of a page or a part of it, shows them and offers a retry. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = initialBoundaryState
  private mounted = false

  static getDerivedStateFromError(error: unknown): State {
    return { ...initialBoundaryState, error, failed: true, cause: navigator.onLine ? 'unknown' : 'cut' }
  }

  override componentDidMount(): void {
    this.mounted = true
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkError) error.forget()
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState(initialBoundaryState)
  }

  override componentWillUnmount(): void {
    this.mounted = false
  }

  private readonly retry = (): void => {
    const { error, retrying } = this.state
    if (!(error instanceof ChunkError)) this.setState(initialBoundaryState)
    else if (!retrying) void this.fetchAgain(error)
  }

  /**
   * Retries loading the code. Reloads the page if an upgrade replaced its files; if the platform does not respond, a reload
   * would lose the page.
   */
  private async fetchAgain(error: ChunkError): Promise<void> {
    const isOver = () => !this.mounted || this.state.error !== error
    this.setState({ retrying: true })
    const came = await error.again().then(
      () => true,
      () => false,
    )
    const replaced = !came && (await isPlatformUp())
    if (isOver()) return
    if (came) this.setState(initialBoundaryState)
    else if (replaced && !this.props.fallback && !justReloaded()) window.location.reload()
    else this.setState({ retrying: false, cause: replaced ? 'replaced' : 'cut' })
  }

  override render(): ReactNode {
    const { failed, ...failure } = this.state
    const { children, fallback } = this.props
    if (!failed) return children
    if (fallback) return fallback({ ...failure, retry: this.retry })
    const isChunk = failure.error instanceof ChunkError
    return (
      <ErrorState
        error={failure.error}
        title={isChunk ? '页面没有加载完整' : '页面出现异常'}
        {...(isChunk && { hint: hints[failure.cause] })}
        retrying={failure.retrying}
        onRetry={this.retry}
      />
    )
  }
}
