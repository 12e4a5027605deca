import { checkHalf } from '#tests/server/money/half.ts'

checkHalf(1)
