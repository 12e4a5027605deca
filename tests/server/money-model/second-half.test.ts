import { checkHalf } from '#tests/server/money-model/half.ts'

checkHalf(1)
