import type { ThemeConfig } from 'antd'
import { type ColorPalette, radii, widths } from './tokens.ts'

/** Where antd's components need more than the shared tokens. */
export const buildAntdComponents = (color: ColorPalette): NonNullable<ThemeConfig['components']> => ({
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
  Menu: {
    itemBg: 'transparent',
    subMenuItemBg: 'transparent',
    activeBarBorderWidth: 0,
    iconSize: 16, // a drawing of 24 units shows its lines at 16 px, not at the 14 of the words
    itemHeight: 36,
    itemMarginInline: 8,
    collapsedWidth: widths['sider-folded'] - 1, // less the sider's own border
    itemBorderRadius: radii.control,
    itemColor: color['text-2'],
    itemSelectedBg: color['primary-soft'],
    itemSelectedColor: color.primary,
    groupTitleColor: color['text-3'],
    groupTitleFontSize: 12,
  },
  Radio: { buttonColor: color['text-2'] },
  Form: { labelColor: color.text, verticalLabelPadding: '0 0 6px' },
  Modal: { titleFontSize: 16 },
  Pagination: { itemActiveBg: color['primary-soft'] },
})
