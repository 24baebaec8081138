//! Sixteen bytes that are processed together: with one SSE2 instruction for each operation on x86-64,
//! elsewhere in loops that compilers vectorise.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) use sse2::Lane;

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(super) use portable::Lane;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    use safe_arch::{
        bitor_m128i, cmp_eq_mask_i8_m128i, m128i, min_u8_m128i, move_mask_i8_m128i, set_splat_i8_m128i,
        sub_i8_m128i,
    };

    #[derive(Clone, Copy)]
    pub(in super::super) struct Lane(m128i);

    impl Lane {
        #[inline]
        pub(in super::super) fn new(bytes: [u8; 16]) -> Self {
            Self(m128i::from(bytes))
        }

        /// The same byte sixteen times.
        #[inline]
        pub(in super::super) fn splat(byte: u8) -> Self {
            Self(set_splat_i8_m128i(byte.cast_signed()))
        }

        /// All bits of a byte are set if both have the same byte there.
        #[inline]
        pub(in super::super) fn equals(self, other: Self) -> Self {
            Self(cmp_eq_mask_i8_m128i(self.0, other.0))
        }

        #[inline]
        pub(in super::super) fn or(self, other: Self) -> Self {
            Self(bitor_m128i(self.0, other.0))
        }

        #[inline]
        pub(in super::super) fn minus(self, other: Self) -> Self {
            Self(sub_i8_m128i(self.0, other.0))
        }

        #[inline]
        pub(in super::super) fn least(self, other: Self) -> Self {
            Self(min_u8_m128i(self.0, other.0))
        }

        /// The highest bit of each byte; the bit of the first byte is the lowest.
        #[inline]
        pub(in super::super) fn bits(self) -> u16 {
            move_mask_i8_m128i(self.0).cast_unsigned() as u16
        }
    }
}

// compiled for tests on every target, so that it is tested although it is not used there
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod portable {
    #[derive(Clone, Copy)]
    pub(in super::super) struct Lane([u8; 16]);

    impl Lane {
        #[inline]
        pub(in super::super) fn new(bytes: [u8; 16]) -> Self {
            Self(bytes)
        }

        /// The same byte sixteen times.
        #[inline]
        pub(in super::super) fn splat(byte: u8) -> Self {
            Self([byte; 16])
        }

        /// All bits of a byte are set if both have the same byte there.
        #[inline]
        pub(in super::super) fn equals(self, other: Self) -> Self {
            self.with(other, |one, other| if one == other { u8::MAX } else { 0 })
        }

        #[inline]
        pub(in super::super) fn or(self, other: Self) -> Self {
            self.with(other, |one, other| one | other)
        }

        #[inline]
        pub(in super::super) fn minus(self, other: Self) -> Self {
            self.with(other, u8::wrapping_sub)
        }

        #[inline]
        pub(in super::super) fn least(self, other: Self) -> Self {
            self.with(other, u8::min)
        }

        /// The highest bit of each byte; the bit of the first byte is the lowest.
        #[inline]
        pub(in super::super) fn bits(self) -> u16 {
            // a multiplication gathers the highest bits of eight bytes in the highest byte of the product
            let gathered = |eight: &[u8; 8]| {
                let highest = (u64::from_le_bytes(*eight) >> 7) & 0x0101_0101_0101_0101;
                (highest.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
            };
            let (eights, _) = self.0.as_chunks::<8>();
            eights.iter().rev().fold(0, |bits, eight| bits << 8 | gathered(eight))
        }

        #[inline]
        fn with(self, other: Self, join: impl Fn(u8, u8) -> u8) -> Self {
            Self(std::array::from_fn(|place| join(self.0[place], other.0[place])))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_kinds_of_lanes_are_what_one_byte_after_the_other_gives(one: [u8; 16], other: [u8; 16]) {
            // the bytes of a difference are compared by their bits, one at a time
            macro_rules! check {
                ($Lane:ty) => {
                    let (a, b) = (<$Lane>::new(one), <$Lane>::new(other));
                    let each = |work: fn(u8, u8) -> u8| -> [u8; 16] {
                        std::array::from_fn(|place| work(one[place], other[place]))
                    };
                    let results = [
                        (a.equals(b), each(|one, other| if one == other { 255 } else { 0 })),
                        (a.or(b), each(|one, other| one | other)),
                        (a.minus(b), each(u8::wrapping_sub)),
                        (a.least(b), each(u8::min)),
                        (<$Lane>::splat(one[0]), [one[0]; 16]),
                    ];
                    for (lane, expected) in results {
                        prop_assert_eq!(lane.equals(<$Lane>::new(expected)).bits(), u16::MAX);
                        let highest = expected.iter().rev().fold(0, |bits, byte| bits << 1 | u16::from(byte >> 7));
                        prop_assert_eq!(lane.bits(), highest);
                    }
                };
            }
            check!(super::Lane);
            check!(super::portable::Lane);
        }
    }
}
