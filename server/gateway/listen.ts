import type { AddressInfo, Server } from 'node:net'

const listenErrors: Record<string, string> = {
  EADDRINUSE: '端口已被占用',
  EACCES: '没有权限使用这个端口',
  EADDRNOTAVAIL: '监听地址不存在',
}

/** Starts listening and returns the port. Throws one Chinese sentence on failure. */
export const startListening = (server: Pick<Server, 'listen' | 'once' | 'off' | 'address'>, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(new Error(listenErrors[error.code ?? ''] ?? error.message))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve((server.address() as AddressInfo).port)
    })
  })
