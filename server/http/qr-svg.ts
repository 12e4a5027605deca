import { encode } from 'uqr'

/** Width of the white border in modules, as scanners expect it. */
const quietModules = 2

/** Renders a QR code as SVG: black on white in any theme, a single path, freely scalable. */
export function buildQrSvg(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: quietModules })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
  )
}
