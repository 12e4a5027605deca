import { type ClientRequest, request } from 'node:http'

/** Opens a tus request that promises `length` bytes from `offset` on; its body is still to be written, or to be broken off. */
export function openTusPatch(origin: string, id: string, token: string, offset: number, length: number): ClientRequest {
  const { port, hostname } = new URL(origin)
  return request({
    port,
    hostname,
    method: 'PATCH',
    path: `/tus/v1/${id}`,
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
    },
  })
}
