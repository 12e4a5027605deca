import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** An uploaded file. Its name and type are unverified claims about its content. */
export interface UploadedFile {
  bytes: Buffer
  name: string
  /** Represents the bytes in comparisons, such as for idempotency. */
  sha256: string
}

export interface Upload {
  file: UploadedFile
  fields: Record<string, string>
}

async function readParts(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 } })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else {
      const bytes = await part.toBuffer()
      file = { bytes, name: part.filename ?? '', sha256: createHash('sha256').update(bytes).digest('base64url') }
    }
  }
  if (!file || file.bytes.length === 0) throw createFieldRefusal('invalid', 'file', '请选择文件')
  return { file, fields }
}

/**
 * Reads a multipart request into memory; refuses with `unsupported_media`, `too_large` or, at the field `file`, a missing file.
 */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('unsupported_media')
  // The parser logs its options, which include the request headers; tokens must never be logged.
  request.log = request.log.child({}, { redact: { paths: ['busboyOptions'], remove: true } })
  try {
    return await readParts(request, maxBytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const tooLarge = (error as { statusCode?: number }).statusCode === 413
    if (tooLarge) throw createFieldRefusal('too_large', 'file', `文件不能超过 ${Math.floor(maxBytes / 1_048_576)} MB`)
    throw new Refusal('invalid', { message: '上传的内容不完整，请重新上传' })
  }
}
