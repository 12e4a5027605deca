import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpMail } from '#server/adapters/mail.smtp.ts'
import { readServerConfig } from '#server/config/config.ts'

/** As much of a mail server as a letter needs; `refusing` takes no recipient. */
let refusing = false
const letters: { from: string; to: string; text: string }[] = []
function serve(socket: Socket): void {
  let [from, to, text, reading] = ['', '', '', false]
  socket.write('220 tests\r\n')
  socket.on('data', (chunk) => {
    for (const line of chunk.toString().split(/(?<=\r\n)/)) {
      if (reading) {
        text += line
        if (!text.endsWith('\r\n.\r\n')) continue
        reading = false
        letters.push({ from, to, text })
        socket.write('250 taken\r\n')
      } else if (line.startsWith('MAIL')) {
        from = line.trim()
        socket.write('250 ok\r\n')
      } else if (line.startsWith('RCPT')) {
        to = line.trim()
        socket.write(refusing ? '550 no such mailbox\r\n' : '250 ok\r\n')
      } else if (line.startsWith('DATA')) {
        reading = true
        socket.write('354 go on\r\n')
      } else if (line.startsWith('STARTTLS')) socket.write('502 not here\r\n')
      else if (line.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    }
  })
  socket.on('error', () => {})
}
const server = createServer(serve)
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
afterAll(() => void server.close())

const mail = () =>
  createSmtpMail(
    { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, from: '智算中心 <notice@example.cn>' },
    { tls: false },
  )

describe('product §2 E-mail through a server of the operator', () => {
  it('is handed over with sender, recipient, what is attached and an id that stays the same', async () => {
    const attachments = [{ name: 'bill.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-tests') }]
    await mail().send({
      to: 'you@example.cn',
      subject: '【智算中心】到期',
      text: '内容',
      html: '<p>内容</p>',
      key: 'send-1',
      attachments,
    })
    const [letter] = letters
    expect([letter!.from, letter!.to]).toEqual(['MAIL FROM:<notice@example.cn>', 'RCPT TO:<you@example.cn>'])
    expect(letter!.text).toContain('Message-ID: <send-1@example.cn>')
    expect(letter!.text).toContain(Buffer.from('%PDF-tests').toString('base64'))
    expect(letter!.text).toMatch(/Subject: =\?UTF-8\?/)
  })

  it('is sent as text and as HTML, of which the recipient sees one, and with the way out of what can be turned off', async () => {
    const message = { to: 'you@example.cn', subject: 'x', text: 'plain words', html: '<p>rich words</p>' }
    const unsubscribe = 'https://gpu.example.cn/api/v1/notification/unsubscribe/t'
    await mail().send({ ...message, unsubscribe })
    await mail().send(message)
    const [notice, code] = letters.slice(-2).map(({ text }) => text)
    expect(notice).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*plain words[\s\S]*text\/html[\s\S]*<p>rich words<\/p>/)
    expect(notice!.replace(/\r\n /g, ' ')).toContain(`List-Unsubscribe: <${unsubscribe}>`)
    expect(notice).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(code).not.toContain('List-Unsubscribe')
  })

  it('rejects when the server does not take it', async () => {
    refusing = true
    await expect(mail().send({ to: 'nobody@example.cn', subject: 'x', text: 'x', html: 'x' })).rejects.toThrow()
  })

  it('asks for TLS unless the server is a test', async () => {
    const { port } = server.address() as AddressInfo
    const strict = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'notice@example.cn' })
    await expect(strict.send({ to: 'you@example.cn', subject: 'x', text: 'x', html: 'x' })).rejects.toThrow(/TLS/)
  })
})

describe('Mail in the configuration', () => {
  const env = { NODE_ENV: 'test', DATA_DIR: '/tmp/none' }
  it('is the sandbox without, and a server with both settings', () => {
    expect(readServerConfig(env).smtp).toBeUndefined()
    const set = { ...env, SMTP_URL: 'smtps://a:b@smtp.example.cn:465', MAIL_FROM: 'notice@example.cn' }
    expect(readServerConfig(set).smtp).toEqual({ url: set.SMTP_URL, from: set.MAIL_FROM })
  })
  it.each([{ SMTP_URL: 'smtps://smtp.example.cn' }, { MAIL_FROM: 'notice@example.cn' }])('refuses half of it: %j', (half) =>
    expect(() => readServerConfig({ ...env, ...half })).toThrow('SMTP_URL 与 MAIL_FROM'),
  )
  it.each(['https://smtp.example.cn', 'smtp.example.cn'])('refuses %s as a server', (SmtpUrl) =>
    expect(() => readServerConfig({ ...env, SMTP_URL: SmtpUrl, MAIL_FROM: 'a@b.cn' })).toThrow('SMTP_URL'),
  )
})
