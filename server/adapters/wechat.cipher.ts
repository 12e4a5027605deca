import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { NotFromWechat } from '#server/ports/wechat.ts'

const blockBytes = 32
const headBytes = 16 + 4 // random bytes, then the length of the message

/** WeChat's safe mode: AES-256-CBC over random bytes, a length, the message and the app id. */
export interface WechatCipher {
  seal(text: string): string
  /** Throws `NotFromWechat` if the text was not sealed with this key for this app. */
  open(sealed: string): string
}

/** `encodingKey` is the account's EncodingAESKey: 43 characters, the base64 of 32 bytes without padding. */
export function createWechatCipher(encodingKey: string, appId: string): WechatCipher {
  const key = Buffer.from(`${encodingKey}=`, 'base64')
  const iv = key.subarray(0, 16)
  return {
    seal: (text) => {
      const message = Buffer.from(text)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(message.length)
      const plain = Buffer.concat([randomBytes(16), length, message, Buffer.from(appId)])
      const padding = blockBytes - (plain.length % blockBytes)
      const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
      return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
        'base64',
      )
    },
    open: (sealed) => {
      try {
        const decipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
        const padded = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()])
        const plain = padded.subarray(0, padded.length - padded[padded.length - 1]!)
        const end = headBytes + plain.readUInt32BE(16)
        if (plain.subarray(end).toString() !== appId) throw new Error('another app')
        return plain.subarray(headBytes, end).toString()
      } catch {
        throw new NotFromWechat('not sealed for this account')
      }
    },
  }
}
