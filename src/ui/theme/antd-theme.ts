import { type ThemeConfig, theme } from 'antd'
import { buildAntdComponents } from './antd-components.ts'
import type { ColorScheme } from './color-scheme.ts'
import { type ColorPalette, darkPalette, fonts, lightPalette, radii, shadows } from './tokens.ts'

type Derive = NonNullable<Extract<ThemeConfig['algorithm'], unknown[]>>[number]

const palettes = { light: lightPalette, dark: darkPalette }

/** antd dims and brightens the colours it is given; these are measured for contrast and stay as they are. */
const keepExactColors =
  (color: ColorPalette): Derive =>
  (_, derived) => ({
    ...(derived as ReturnType<Derive>),
    colorPrimary: color.primary,
    colorPrimaryHover: color['primary-hover'],
    colorPrimaryActive: color['primary-hover'],
    colorPrimaryBg: color['primary-soft'],
    colorPrimaryBgHover: color['primary-soft'],
    colorPrimaryBorder: color.primary,
    colorPrimaryBorderHover: color['primary-hover'],
    colorPrimaryText: color.primary,
    colorLink: color.primary,
    colorLinkHover: color['primary-hover'],
    colorLinkActive: color['primary-hover'],
    colorInfo: color.primary,
    colorInfoBg: color['primary-soft'],
    colorInfoBorder: color.line,
    colorSuccess: color.success,
    colorSuccessBg: color['success-soft'],
    colorSuccessBorder: color.line,
    colorWarning: color.warning,
    colorWarningBg: color['warning-soft'],
    colorWarningBorder: color.line,
    colorError: color.danger,
    colorErrorHover: color['danger-hover'],
    colorErrorActive: color['danger-hover'],
    colorErrorBg: color['danger-soft'],
    colorErrorBgHover: color['danger-soft'],
    colorErrorBorder: color.line,
    colorErrorText: color.danger,
    colorBgLayout: color.page,
    colorBgContainer: color.surface,
    colorBgElevated: color.surface,
    colorBorder: color['line-strong'],
    colorBorderSecondary: color.line,
    colorText: color.text,
    colorTextSecondary: color['text-2'],
    colorTextTertiary: color['text-3'],
  })

/**
 * The antd theme of the console, from the same tokens as the CSS variables. Where nothing is to move (`still`), antd must know,
 * for it waits for the ends of motions, and the style sheet lets none begin.
 */
export function buildAntdTheme(scheme: ColorScheme, still: boolean): ThemeConfig {
  const color = palettes[scheme]
  const shadow = shadows[scheme].float
  return {
    algorithm: [scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, keepExactColors(color)],
    cssVar: true,
    hashed: false,
    token: {
      motion: !still,
      colorTextHeading: color.text,
      colorTextDescription: color['text-3'],
      colorTextPlaceholder: color['text-3'],
      colorTextLightSolid: color['on-primary'],
      colorFillAlter: color.sunken,
      colorSplit: color.line,
      controlItemBgActive: color['primary-soft'],
      controlItemBgActiveHover: color['primary-soft'],
      controlItemBgHover: color.sunken,
      boxShadow: shadow,
      boxShadowSecondary: shadow,
      boxShadowTertiary: 'none',
      fontFamily: fonts.sans,
      fontFamilyCode: fonts.mono,
      fontSize: 14,
      borderRadius: radii.control,
      borderRadiusLG: radii.card,
      controlHeight: 34,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: buildAntdComponents(color),
  }
}
