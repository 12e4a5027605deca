import { type ThemeConfig, theme } from 'antd'
import type { ColorScheme } from './color-scheme.ts'
import { type ColorPalette, darkPalette, fonts, lightPalette, radii, shadows } from './tokens.ts'

/** Builds component settings where antd needs more than the shared tokens. */
const buildAntdComponents = (color: ColorPalette): NonNullable<ThemeConfig['components']> => ({
  Button: {
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    fontWeight: 500,
    defaultBorderColor: color.line,
    defaultBg: color.surface,
    borderColorDisabled: color.line,
  },
  Table: {
    headerBg: color.sunken,
    headerColor: color['text-2'],
    headerSplitColor: 'transparent',
    headerBorderRadius: 0,
    rowHoverBg: color.page,
    rowSelectedBg: color['primary-soft'],
    rowSelectedHoverBg: color['primary-soft'],
    borderColor: color.line,
    cellPaddingBlockMD: 12,
    cellPaddingInlineMD: 16,
    cellPaddingBlockSM: 6,
    cellPaddingInlineSM: 16,
  },
  Radio: { buttonColor: color['text-2'] },
  Segmented: { trackBg: color.sunken, itemSelectedBg: color['primary-soft'], itemSelectedColor: color.primary },
  // an error takes its line from the margin: what is left keeps it apart from the next label
  Form: { labelColor: color.text, verticalLabelPadding: '0 0 6px', itemMarginBottom: 32 },
  Modal: { titleFontSize: 16 },
  Pagination: { itemActiveBg: color['primary-soft'] },
})

type Derive = NonNullable<Extract<ThemeConfig['algorithm'], unknown[]>>[number]

const palettes = { light: lightPalette, dark: darkPalette }

/** Prevents antd from dimming or brightening our colours, which are measured for contrast. */
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
 * Builds the antd theme of the console from the same tokens as the CSS variables. With reduced motion (`still`), motion is
 * disabled in antd as well: the style sheet suppresses all animations, and antd would wait for their ends.
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
