import { Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import styles from './CropStage.module.css'
import { type Crop, clampCrop, drawCrop, zoom_max } from './crop.ts'

/** Pixels of the drawing; twice of what is shown, so that it is sharp on fine screens. */
const drawn_px = 512
const step = 0.02
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

interface Props {
  picture: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
}

/** The picture behind a round window: dragged or moved by the arrow keys, enlarged by the slider. */
export function CropStage({ picture, crop, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  const moveBy = (x: number, y: number) => onChange(clampCrop(picture, { ...crop, x: crop.x + x, y: crop.y + y }))
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!held.current) return
    const side = event.currentTarget.clientWidth || 1
    moveBy((event.clientX - held.current.x) / side, (event.clientY - held.current.y) / side)
    held.current = { x: event.clientX, y: event.clientY }
  }
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow) return
    event.preventDefault()
    moveBy(...arrow)
  }

  return (
    <div className={styles.stage}>
      <div className={styles.frame}>
        <canvas
          ref={canvas}
          width={drawn_px}
          height={drawn_px}
          className={styles.canvas}
          tabIndex={0}
          role="img"
          aria-label="头像预览，用方向键移动图片"
          onKeyDown={press}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            held.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            held.current = null
          }}
        />
      </div>
      <div className={styles.zoom}>
        <span id="avatar-zoom">缩放</span>
        <Slider
          className={styles.slider ?? ''}
          ariaLabelledByForHandle="avatar-zoom"
          min={1}
          max={zoom_max}
          step={0.05}
          value={crop.zoom}
          tooltip={{ formatter: (value) => `${Math.round((value ?? 1) * 100)}%` }}
          onChange={(zoom) => onChange(clampCrop(picture, { ...crop, zoom }))}
        />
      </div>
    </div>
  )
}
