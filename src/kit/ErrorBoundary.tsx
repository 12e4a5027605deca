import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { ChunkError } from './lazy-page.ts'

interface Props {
  children: ReactNode
  /** A change of it, such as the address, tries again. */
  reset_key?: string
}
interface State {
  error: unknown
  failed: boolean
}

/** Catches what a page throws while drawing, says so, and offers a way on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.reset_key !== this.props.reset_key) this.setState({ error: null, failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const isChunk = this.state.error instanceof ChunkError
    return (
      <ErrorState
        error={this.state.error}
        title={isChunk ? '页面没有加载完整' : '页面出现异常'}
        {...(isChunk && { hint: '网络不稳定，或平台刚刚更新。刷新页面即可继续' })}
        onRetry={() => (isChunk ? window.location.reload() : this.setState({ error: null, failed: false }))}
      />
    )
  }
}
