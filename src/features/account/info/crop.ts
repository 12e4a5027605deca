/** Which part of a picture is shown: how far the middle is moved, in parts of the frame, and how much larger than needed it is. */
export interface Crop {
  x: number
  y: number
  zoom: number
}

export interface Size {
  width: number
  height: number
}

export const zoom_max = 4
export const whole: Crop = { x: 0, y: 0, zoom: 1 }

/** The size of the picture in frames: at zoom 1 its shorter side fills the frame. */
export const drawnSize = ({ width, height }: Size, zoom: number): Size => {
  const shorter = Math.min(width, height)
  return { width: (width / shorter) * zoom, height: (height / shorter) * zoom }
}

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/** The nearest crop that leaves no edge of the frame empty. */
export function clampCrop(picture: Size, { x, y, zoom }: Crop): Crop {
  const kept = Math.min(zoom_max, Math.max(1, zoom))
  const { width, height } = drawnSize(picture, kept)
  return { x: within(x, (width - 1) / 2), y: within(y, (height - 1) / 2), zoom: kept }
}

/** Draws the crop into a square. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, zoom }: Crop): void {
  const side = canvas.width
  const size = drawnSize(picture, zoom)
  const [width, height] = [size.width * side, size.height * side]
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, side / 2 + x * side - width / 2, side / 2 + y * side - height / 2, width, height)
}
