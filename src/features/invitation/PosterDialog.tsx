import { Button, Modal } from 'antd'
import { useEffect, useRef } from 'react'
import { encode } from 'uqr'
import { saveAsFile } from '#src/ui/download.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { fonts, lightPalette } from '#src/ui/theme/tokens.ts'
import { toast } from '#src/ui/toast.ts'
import { useBrand } from '#src/ui/use-brand.ts'
import { buildPhoneInviteLink } from './invite-link.ts'
import styles from './PosterDialog.module.css'

const posterSize = { width: 750, height: 1100 } as const

const margin = 64
const cell = 18
const gap = 6

/** Draws the chip graphic with cells lit by the letters of the code, so each code has its own stable pattern. */
function drawDie(pen: CanvasRenderingContext2D, code: string): void {
  const columns = Math.floor((posterSize.width - 2 * margin + gap) / (cell + gap))
  let state = [...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0
      const lit = state / 2 ** 32
      pen.globalAlpha = lit > 0.72 ? 0.35 + (lit - 0.72) * 2.2 : 1
      pen.fillStyle = lit > 0.72 ? lightPalette['ink-accent'] : lightPalette['ink-line']
      pen.fillRect(margin + column * (cell + gap), 400 + row * (cell + gap), cell, cell)
    }
  }
  pen.globalAlpha = 1
}

function drawCode(pen: CanvasRenderingContext2D, link: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { size, data } = encode(link, { ecc: 'M', border: 2 })
  const step = side / size
  pen.fillStyle = 'white'
  pen.fillRect(x, y, side, side)
  pen.fillStyle = 'black'
  data.forEach((line, j) => {
    line.forEach((on, i) => {
      if (on) pen.fillRect(x + i * step, y + j * step, step + 0.5, step + 0.5)
    })
  })
}

/** Draws the poster: dark background, headline with the key figure, chip graphic and QR code. */
function drawPoster(canvas: HTMLCanvasElement, { code, brand, link }: { code: string; brand: string; link: string }): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const write = (text: string, font: string, colour: string, [x, y]: readonly [number, number]) => {
    pen.font = `${font} ${fonts.sans}`
    pen.fillStyle = colour
    pen.fillText(text, x, y)
  }
  const { width, height } = posterSize
  pen.fillStyle = lightPalette.ink
  pen.fillRect(0, 0, width, height)
  pen.textBaseline = 'alphabetic'
  write(brand, '600 32px', lightPalette['on-ink'], [margin, 112])
  write('按秒计费的 GPU', '600 64px', lightPalette['on-ink'], [margin, 224])
  write('关机即停，数据保留', '600 64px', lightPalette['ink-accent'], [margin, 308])
  write('RTX 4090、A100、昇腾、昆仑芯，几十秒开好一台', '400 26px', lightPalette['on-ink-2'], [margin, 364])
  drawDie(pen, code)
  drawCode(pen, link, { x: margin, y: 700, side: 260 })
  const right = margin + 260 + 40
  write('扫码注册', '600 36px', lightPalette['on-ink'], [right, 748])
  write('邀请码', '400 24px', lightPalette['on-ink-2'], [right, 806])
  pen.font = `600 56px ${fonts.mono}`
  pen.fillStyle = lightPalette['ink-price']
  pen.fillText(code, right, 872)
  write('注册、实名后即可下单', '400 20px', lightPalette['on-ink-2'], [right, 922])
  write(new URL(link).host, '400 22px', lightPalette['on-ink-2'], [margin, 1036])
}

/** Poster to share, rendered only in the browser. */
export default function PosterDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const brand = useBrand()
  useEffect(() => {
    if (canvas.current) drawPoster(canvas.current, { code, brand, link: buildPhoneInviteLink(code) })
  }, [code, brand])

  const save = () =>
    canvas.current?.toBlob((picture) => {
      if (picture) saveAsFile(`${brand}-邀请-${code}.png`, picture)
      else toast.error('海报保存失败，请长按图片保存')
    }, 'image/png')

  return (
    <Modal
      open
      width={420}
      title="邀请海报"
      onCancel={onClose}
      footer={
        <Button type="primary" icon={<Icon name="download" />} onClick={save}>
          下载海报
        </Button>
      }
    >
      <canvas
        ref={canvas}
        className={styles.poster}
        width={posterSize.width}
        height={posterSize.height}
        role="img"
        aria-label={`邀请海报，邀请码 ${code}`}
      />
    </Modal>
  )
}
