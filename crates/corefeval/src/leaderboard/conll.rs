//! Table 1 of Pradhan et al. 2014 (*Scoring Coreference Partitions of Predicted Mentions: A Reference Implementation*): the
//! closed track with predicted annotation, in percent; every figure is printed there with one decimal and kept here in tenths.
//!
//! Columns: system, mention detection, MUC, B³, CEAFm, CEAFe, BLANC, average.

use super::Standing;

const fn row(system: &'static str, tenths: [u16; 6], average: u16) -> Standing {
    Standing { system, tenths, average }
}

/// CoNLL-2011, English: 18 systems.
pub(super) const CONLL_2011: &[Standing] = &[
    row("lee", [707, 596, 489, 530, 461, 488], 515),
    row("sapena", [684, 595, 465, 513, 440, 445], 500),
    row("nugues", [690, 586, 450, 484, 400, 460], 479),
    row("chang", [649, 572, 460, 507, 400, 455], 477),
    row("stoyanov", [678, 584, 401, 433, 369, 346], 451),
    row("santos", [655, 567, 429, 451, 356, 413], 450),
    row("song", [673, 600, 414, 410, 331, 309], 448),
    row("sobha", [648, 505, 395, 442, 394, 363], 431),
    row("yang", [639, 523, 394, 432, 355, 361], 424),
    row("charton", [643, 525, 380, 426, 345, 357], 416),
    row("hao", [643, 545, 377, 419, 316, 370], 413),
    row("zhou", [623, 490, 370, 406, 350, 350], 403),
    row("kobdani", [610, 535, 348, 381, 341, 326], 387),
    row("xinxin", [619, 466, 349, 377, 317, 350], 377),
    row("kummerfeld", [627, 427, 342, 388, 355, 310], 375),
    row("zhang", [611, 479, 344, 378, 292, 357], 372),
    row("zhekova", [483, 241, 237, 234, 205, 154], 228),
    row("irwin", [267, 200, 117, 185, 147, 63], 155),
];

/// CoNLL-2012, English: 15 systems.
pub(super) const CONLL_2012_EN: &[Standing] = &[
    row("fernandes", [777, 705, 576, 614, 539, 588], 607),
    row("martschat", [752, 670, 546, 588, 515, 550], 577),
    row("bjorkelund", [754, 676, 545, 582, 502, 554], 574),
    row("chang", [743, 664, 530, 571, 489, 539], 561),
    row("chen", [738, 637, 518, 558, 481, 529], 545),
    row("chunyang", [737, 638, 512, 551, 476, 527], 542),
    row("stamborg", [739, 651, 517, 551, 466, 544], 542),
    row("yuan", [725, 626, 501, 545, 460, 521], 529),
    row("xu", [720, 662, 503, 513, 413, 465], 526),
    row("shou", [737, 629, 494, 532, 467, 504], 530),
    row("uryupina", [709, 609, 462, 493, 429, 460], 500),
    row("songyang", [688, 598, 459, 496, 424, 451], 494),
    row("zhekova", [671, 535, 357, 397, 322, 348], 405),
    row("xinxin", [628, 483, 357, 380, 319, 365], 386),
    row("li", [599, 508, 323, 363, 252, 319], 361),
];

/// CoNLL-2012, Chinese: 13 systems.
pub(super) const CONLL_2012_ZH: &[Standing] = &[
    row("chen", [716, 622, 557, 600, 550, 541], 576),
    row("yuan", [682, 603, 524, 558, 502, 432], 543),
    row("bjorkelund", [664, 586, 511, 542, 476, 442], 525),
    row("xu", [652, 581, 495, 519, 466, 385], 514),
    row("fernandes", [661, 603, 496, 544, 445, 496], 515),
    row("stamborg", [640, 578, 474, 516, 419, 459], 490),
    row("uryupina", [590, 530, 417, 469, 376, 419], 441),
    row("martschat", [586, 524, 408, 460, 382, 379], 438),
    row("chunyang", [616, 498, 396, 442, 373, 368], 422),
    row("xinxin", [559, 481, 388, 429, 345, 379], 405),
    row("li", [515, 447, 315, 367, 253, 304], 338),
    row("chang", [476, 379, 288, 361, 296, 257], 321),
    row("zhekova", [473, 406, 281, 314, 212, 229], 300),
];

/// CoNLL-2012, Arabic: 7 systems.
pub(super) const CONLL_2012_AR: &[Standing] = &[
    row("fernandes", [648, 465, 425, 492, 465, 380], 452),
    row("bjorkelund", [606, 478, 416, 467, 412, 379], 435),
    row("uryupina", [554, 415, 361, 414, 350, 330], 375),
    row("stamborg", [595, 412, 359, 400, 329, 345], 367),
    row("chen", [598, 390, 321, 347, 260, 308], 324),
    row("zhekova", [410, 299, 227, 311, 259, 185], 262),
    row("li", [297, 181, 131, 210, 173, 84], 162),
];
