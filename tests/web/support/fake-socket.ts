/** Stands for the browser's WebSocket; a test plays the server. */
export class FakeSocket {
  static readonly OPEN = 1
  static last: FakeSocket
  static count = 0
  readyState = 0
  binaryType = 'blob'
  sent: Record<string, unknown>[] = []
  onopen?: () => void
  onmessage?: ((event: { data: unknown }) => void) | null
  onclose?: ((event: { code: number }) => void) | null
  readonly url: URL
  closed = false
  constructor(url: URL) {
    this.url = url
    FakeSocket.last = this
    FakeSocket.count += 1
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {
    this.closed = true
  }
  open() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }
  /** Forgets the sockets of the test before. */
  static forget() {
    Reflect.deleteProperty(FakeSocket, 'last')
    FakeSocket.count = 0
  }
}
